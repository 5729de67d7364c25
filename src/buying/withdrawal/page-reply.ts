import type { FastifyReply } from 'fastify'
import { randomBytes } from 'node:crypto'
import { themeStyle } from '#buying/checkout/page-theme.ts'
import { frameDocument } from '#foundation/http/document.ts'
import { closingDirectives, reportingHeaders } from '#foundation/http/reporting.ts'
import type { WithdrawalPageData } from './page-data.ts'
import type { WithdrawalMarkup } from './page-markup.ts'
import { textsOf } from './statement-kinds.ts'

export type SendPage = (reply: FastifyReply, page: WithdrawalPageData, status?: number) => FastifyReply

const look = { themeColor: '#7f1ccf', buttonTextColor: '#fff', font: 'system', scheme: 'device' } as const

/** Sends a page of withdrawals: it runs no script, and what was typed on it is kept by nobody. */
export function createSendPage(markup: () => WithdrawalMarkup, isSecure: boolean): SendPage {
  return (reply, page, status = 200) => {
    const nonce = randomBytes(16).toString('base64')
    const { renderWithdrawal, styleSheet } = markup()
    return reply
      .status(status)
      .headers(headers(nonce, isSecure))
      .send(
        frameDocument(
          {
            title: titleOf(page),
            robots: 'noindex, nofollow',
            styles: styleSheet() + themeStyle(look),
            body: renderWithdrawal(page),
          },
          nonce,
        ),
      )
  }
}

function headers(nonce: string, isSecure: boolean): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...closingDirectives('none'),
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    ...reportingHeaders,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  }
}

function titleOf(page: WithdrawalPageData): string {
  if (page.kind === 'notice') return page.title
  return textsOf(page.kind === 'choice' ? 'withdrawal' : page.about).title
}
