import type { FastifyReply } from 'fastify'
import { randomBytes } from 'node:crypto'
import { themeStyle } from '#buying/checkout/page-theme.ts'
import { frameDocument } from '#foundation/http/document.ts'
import { closingDirectives, reportingHeaders } from '#foundation/http/reporting.ts'
import type { DoorPageData } from './page-data.ts'
import type { DoorMarkup } from './page-markup.ts'

export type SendDoor = (reply: FastifyReply, page: DoorPageData, status?: number) => FastifyReply

const look = { themeColor: '#7f1ccf', buttonTextColor: '#fff', font: 'system', scheme: 'device' } as const

/** What only its buyer may keep, and no other site is told of; without its own address a form would name no origin. */
export const privateHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
} as const

/** Sends a page of the buyer's door; it runs no script. */
export function createSendDoor(markup: () => DoorMarkup, isSecure: boolean): SendDoor {
  return (reply, page, status = 200) => {
    const nonce = randomBytes(16).toString('base64')
    const { renderDoor, styleSheet } = markup()
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
    return reply
      .status(status)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy.join('; '),
        ...reportingHeaders,
        ...privateHeaders,
        'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
      })
      .send(
        frameDocument(
          {
            title: page.kind === 'notice' ? page.title : 'Your purchases',
            robots: 'noindex, nofollow',
            styles: styleSheet() + themeStyle(look),
            body: renderDoor(page),
          },
          nonce,
        ),
      )
  }
}
