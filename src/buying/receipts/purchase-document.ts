import { scriptJson, scriptTags, type PageAssets } from '#buying/checkout/page-document.ts'
import { permissionsPolicy, providerSources } from '#buying/checkout/page-policy.ts'
import { themeStyle } from '#buying/checkout/page-theme.ts'
import { html, type Html } from '#foundation/http/html.ts'
import { closingDirectives, reportingHeaders } from '#foundation/http/reporting.ts'
import { purchaseStyles } from './purchase-styles.ts'
import type { SubscriptionData } from './subscription-data.ts'

export type Look = { readonly themeColor: string; readonly buttonTextColor: string }

const plainLook: Look = { themeColor: '#18181b', buttonTextColor: '#fff' }

/** What makes a document live: its script's files, what that starts from, and the card provider's script. */
export type Live = { readonly assets: PageAssets; readonly data: SubscriptionData }

/** A document of the buyers' side. Where it is not live it runs no script and asks nobody for anything. */
export function purchaseDocument(
  title: string,
  body: Html,
  nonce: string,
  look: Look = plainLook,
  live?: Live,
): string {
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
          ${{ html: purchaseStyles + (live?.assets.styles ?? '') + theme }}
        </style>
        ${live === undefined ? [] : { html: scriptTags(live.data.provider.scriptUrl, live.assets, nonce) }}
      </head>
      <body>
        <main>${body}</main>
        ${
          live === undefined
            ? []
            : html`<script type="application/json" id="page-data">
                ${{ html: scriptJson(live.data) }}
              </script>`
        }
      </body>
    </html>`.html
}

/** The headers of what only the buyer has: told to nobody, kept by nobody, found by nobody. */
export const privateHeaders = {
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
} as const

/** The headers of such a document: its address holds a secret, so it is told to nobody and kept by nobody. */
export function purchaseHeaders(
  nonce: string,
  isSecure: boolean,
  providerScriptUrl?: string,
): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    ...(providerScriptUrl === undefined ? [] : liveSources(nonce, providerScriptUrl)),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...closingDirectives(providerScriptUrl === undefined ? 'none' : 'default'),
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    ...reportingHeaders,
    ...privateHeaders,
    'permissions-policy':
      providerScriptUrl === undefined
        ? 'camera=(), geolocation=(), microphone=(), payment=()'
        : permissionsPolicy(providerScriptUrl),
  }
}

/** As on the payment page: scripts by nonce alone, and card data can go to the provider only. */
function liveSources(nonce: string, providerScriptUrl: string): string[] {
  const { script, connect, frame } = providerSources(providerScriptUrl)
  return [
    `script-src 'nonce-${nonce}' 'strict-dynamic' ${script}`,
    `connect-src 'self' ${connect}`,
    `frame-src ${frame}`,
  ]
}
