import type { FastifyReply } from 'fastify'
import { randomBytes } from 'node:crypto'
import { frameDocument } from '#foundation/http/contract/document.ts'
import { closingDirectives, reportingHeaders } from '#foundation/http/contract/reporting.ts'
import { menuOf } from '#foundation/http/language-menu.ts'
import { shopLook, themeStyle, type Look } from './page-theme.ts'

/** The look of a page without a shop. */
export const noLook = shopLook({ brandColor: null, font: 'system' })

type PlainPage = {
  readonly title: string
  readonly styles: string
  readonly body: string
  readonly status: number
  /** How much of the page's URL the sites that it links to can see. */
  readonly referrerPolicy: 'no-referrer' | 'same-origin'
  /** The look of the shop, with its logo. By default, our own look. */
  readonly look?: Look
}

/** Sends a private page for a buyer. It runs no script and is neither cached nor indexed. */
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
        {
          title,
          robots: 'noindex, nofollow',
          styles: styles + themeStyle(look ?? noLook),
          body: body + menuOf(reply.request),
        },
        nonce,
      ),
    )
}

/**
 * Only the buyer's browser can cache the page, and its URL is not sent to other sites. Without any referrer,
 * a form would not send its origin.
 */
export const privateHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
} as const
