import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import { closingDirectives, reportingHeaders } from '#foundation/http/reporting.ts'
import { scriptTags, type PageAssets } from './page-document.ts'
import { previewPath } from './preview-message.ts'

/**
 * The empty document in which the form editor shows the payment page that is being made: `GET /preview/payment`. It is
 * the same for everybody, holds nothing of anybody's, and can ask nobody for anything: what it shows is sent to it by
 * the page that it stands in.
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
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview of a payment page</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<style nonce="${nonce}">${assets.styles}</style>
${scriptTags(null, assets, nonce)}
</head>
<body>
<div id="root"></div>
</body>
</html>
`
}

type PreviewPolicy = {
  /** Served from the sources, whose changes the document hears of. */
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
