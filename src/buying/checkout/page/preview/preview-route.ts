import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import { t } from '#foundation/language/t.ts'
import { frameDocument } from '#foundation/http/contract/document.ts'
import { closingDirectives, reportingHeaders } from '#foundation/http/contract/reporting.ts'
import { dataScript, scriptTags, type PageAssets } from '../page-document.ts'
import { previewPath } from './preview-message.ts'

/**
 * The empty document in which the form editor previews the payment page: `GET /preview/payment`. It is the
 * same for everyone, contains no data and can call no server. The editor sends it everything it shows.
 */
export function registerPreview(app: FastifyInstance, assets: PageAssets, isSecure: boolean): void {
  const isLive = assets.developmentTags !== undefined
  app.get(previewPath, { config: { access: 'anyone' }, schema: { hide: true } }, async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers(previewHeaders(nonce, { isLive, isSecure }))
      .type('text/html; charset=utf-8')
      .send(previewDocument(assets, nonce))
  })
}

function previewDocument(assets: PageAssets, nonce: string): string {
  return frameDocument(
    {
      title: t('Preview of a payment page'),
      robots: 'noindex',
      styles: assets.styles,
      scripts: scriptTags(null, assets, nonce),
      body: `<div id="root"></div>${dataScript({}, assets)}`,
    },
    nonce,
  )
}

type PreviewPolicy = {
  /** Whether the development server serves the files and reloads them when they change. */
  readonly isLive: boolean
  readonly isSecure: boolean
}

function previewHeaders(nonce: string, { isLive, isSecure }: PreviewPolicy): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    ...(isLive ? ["connect-src 'self'"] : []),
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    ...closingDirectives('none'),
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ]
  return {
    'content-security-policy': policy.join('; '),
    ...reportingHeaders,
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  }
}
