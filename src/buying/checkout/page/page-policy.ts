import { isEmbedHost } from '#accounts/shop/embed-hosts.ts'
import type { ProviderSources } from '#foundation/http/pages/app-policy.ts'
import { closingDirectives, reportingHeaders } from '#foundation/http/contract/reporting.ts'
import { hashSource, providerTrust } from '../pay/provider-trust.ts'
import { scriptsAfterPicture } from './scripts-after-picture.ts'

/**
 * What lets the page's own scripts and styles run: their addresses and the hash of the style rules, so that all views of a
 * form can be the same answer; or a nonce in development, where they are many and change.
 */
export type PageTrust =
  | { readonly scripts: readonly string[]; readonly styles: string }
  | { readonly nonce: string }

export type PagePolicy = {
  readonly trust: PageTrust
  /** Address of the provider's browser script: the provider's own, or that of its stand-in. */
  readonly providerScriptUrl: string
  /** The origin that serves pictures, where it is not the page's own. */
  readonly pictureOrigin: string | null
  /** Whether buyers reach the page by https. */
  readonly isSecure: boolean
  /** Hosts whose pages may frame this one, beside our own. */
  readonly embedHosts: readonly string[]
}

/**
 * The security headers of the payment page. Only the scripts of docs/payment-page-scripts.md run, card data can go to the
 * provider only, and nothing is asked of a third party before the buyer plays a video. The provider's sources are those
 * that its integration security guide names.
 */
export function paymentPageHeaders(policy: PagePolicy): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(policy),
    ...reportingHeaders,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': permissionsPolicy(policy.providerScriptUrl),
    'x-content-type-options': 'nosniff',
  }
}

function contentSecurityPolicy({
  trust,
  providerScriptUrl,
  pictureOrigin,
  isSecure,
  embedHosts,
}: PagePolicy): string {
  const provider = providerSources(providerScriptUrl)
  return [
    "default-src 'none'",
    `script-src ${scriptSources(trust, providerScriptUrl).join(' ')} ${provider.script}`,
    `style-src 'self' ${'nonce' in trust ? nonceSource(trust.nonce) : trust.styles}`,
    `img-src 'self' data:${pictureOrigin === null ? '' : ` ${new URL(pictureOrigin).origin}`}`,
    `connect-src 'self' ${provider.connect}`,
    `frame-src ${provider.frame} https://www.youtube-nocookie.com`,
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${["'self'", ...embedHosts.map((host) => embedSource(host, isSecure))].join(' ')}`,
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
    ...closingDirectives('default'),
  ].join('; ')
}

function scriptSources(trust: PageTrust, providerScriptUrl: string): readonly string[] {
  if ('nonce' in trust) return [nonceSource(trust.nonce), "'strict-dynamic'"]
  return [...trust.scripts, ...[providerTrust(providerScriptUrl), scriptsAfterPicture].map(hashSource)]
}

function nonceSource(nonce: string): string {
  if (!/^[\w+/=-]+$/.test(nonce)) throw new RangeError('A nonce is base64 text')
  return `'nonce-${nonce}'`
}

/** The origin of a host that may frame the page; one that asks buyers for their card is held to https where we are. */
function embedSource(host: string, isSecure: boolean): string {
  if (!isEmbedHost(host)) throw new RangeError('A host that may frame the page is a host name')
  return `${isSecure ? 'https' : 'http'}://${host}`
}

/** Where the provider's script, its calls and its frames come from, as its integration security guide names them. */
export function providerSources(scriptUrl: string): ProviderSources {
  const { origin, hostname } = new URL(scriptUrl)
  if (hostname !== 'js.stripe.com') return { script: origin, connect: origin, frame: origin }
  const script = 'https://js.stripe.com https://*.js.stripe.com'
  return { script, connect: `https://api.stripe.com ${script}`, frame: `${script} https://hooks.stripe.com` }
}

/** Powerful features that no part of the page uses, the provider's frames and the video included. */
const refusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'serial',
  'usb',
]

/** Refuses what no buyers' page uses, the provider's frames included. */
export function permissionsPolicy(providerScriptUrl: string): string {
  const refused = refusedFeatures.map((feature) => `${feature}=()`)
  const { origin, hostname } = new URL(providerScriptUrl)
  const wallets = hostname === 'js.stripe.com' ? [origin, 'https://pay.google.com'] : [origin]
  return [`payment=(self ${wallets.map((one) => `"${one}"`).join(' ')})`, ...refused].join(', ')
}
