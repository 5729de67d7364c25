import { themeStyle } from '#checkout/page-theme.ts'
import { html, type Html } from '#mail/html.ts'
import { purchaseStyles } from './purchase-styles.ts'

export type Look = { readonly themeColor: string; readonly buttonTextColor: string }

const plainLook: Look = { themeColor: '#18181b', buttonTextColor: '#fff' }

/** A document of the buyers' side that runs no script and asks nobody for anything. */
export function purchaseDocument(title: string, body: Html, nonce: string, look: Look = plainLook): string {
  const theme = themeStyle(look.themeColor, look.buttonTextColor)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <style nonce="${nonce}">
          ${{ html: purchaseStyles + theme }}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`.html
}

/** The headers of such a document: its address holds a secret, so it is told to nobody and kept by nobody. */
export function purchaseHeaders(nonce: string, isSecure: boolean): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  }
}
