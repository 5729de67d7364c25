import type { FastifyReply } from 'fastify'
import { randomBytes } from 'node:crypto'
import { frameDocument } from '#foundation/http/contract/document.ts'
import { closingDirectives, reportingHeaders } from '#foundation/http/contract/reporting.ts'
import { shopLook, themeStyle, type Look } from './page-theme.ts'

/** A page without a shop has ours. */
export const noLook = shopLook({ brandColor: null, font: 'system' })

type PlainPage = {
  readonly title: string
  readonly styles: string
  readonly body: string
  readonly status: number
  /** What other sites are told of where a visitor comes from. */
  readonly referrerPolicy: 'no-referrer' | 'same-origin'
  /** Of the shop whose page it is, which shows its logo; left out: ours. */
  readonly look?: Look
}

/** Sends a page of a buyer's own that runs no script, that nobody keeps and no search finds. */
export function sendPlainPage(
  reply: FastifyReply,
  { title, styles, body, status, referrerPolicy, look }: PlainPage,
  isSecure: boolean,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    look === undefined ? 'img-src data:' : "img-src 'self' data:",
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
      'referrer-policy': referrerPolicy,
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    })
    .send(
      frameDocument(
        { title, robots: 'noindex, nofollow', styles: styles + themeStyle(look ?? noLook), body },
        nonce,
      ),
    )
}

/** What only its buyer may keep, and no other site is told of; without its own address a form would name no origin. */
export const privateHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
} as const
