import { isEmbedHost } from '#accounts/shop/embed-hosts.ts'
import type { ProviderSources } from '#foundation/http/pages/app-policy.ts'
import { closingDirectives, reportingHeaders } from '#foundation/http/contract/reporting.ts'
import { hashSource, providerTrust } from '../pay/provider-trust.ts'
import { scriptsAfterPicture } from './scripts-after-picture.ts'

/**
 * The sources that allow the page's own scripts and styles: their URLs and the hash of the style rules, so that all
 * views of a form can share a response. In development, which has many scripts that change, a nonce is used instead.
 */
export type PageTrust =
  | { readonly scripts: readonly string[]; readonly styles: string }
  | { readonly nonce: string }

export type PagePolicy = {
  readonly trust: PageTrust
  /** The URL of the provider's browser script, or of the sandbox's. */
  readonly providerScriptUrl: string
  /** The origin that serves pictures, if it is not the page's own origin. */
  readonly pictureOrigin: string | null
  /** Whether buyers open the page over https. */
  readonly isSecure: boolean
  /** The hosts whose pages can frame this page, in addition to our own. */
  readonly embedHosts: readonly string[]
}

/**
 * The security headers of the payment page. Only the scripts in docs/payment-page-scripts.md run, card data
 * can only be sent to the provider, and no third party is contacted before the buyer plays a video. The
 * provider's sources come from its integration security guide.
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

/** The origin of a host that can frame the page. If we use https, the framing page must use it too. */
function embedSource(host: string, isSecure: boolean): string {
  if (!isEmbedHost(host)) throw new RangeError('a site that can embed the page must be given as a host name')
  return `${isSecure ? 'https' : 'http'}://${host}`
}

/** The origins of the provider's script, requests and frames, from its integration security guide. */
export function providerSources(scriptUrl: string): ProviderSources {
  const { origin, hostname } = new URL(scriptUrl)
  if (hostname !== 'js.stripe.com') return { script: origin, connect: origin, frame: origin }
  const script = 'https://js.stripe.com https://*.js.stripe.com'
  return { script, connect: `https://api.stripe.com ${script}`, frame: `${script} https://hooks.stripe.com` }
}

/** Powerful browser features that no part of the page uses, including the provider's frames and the video. */
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

/** A header that turns off the browser features that no page for buyers uses, not even in the provider's frames. */
export function permissionsPolicy(providerScriptUrl: string): string {
  const refused = refusedFeatures.map((feature) => `${feature}=()`)
  const { origin, hostname } = new URL(providerScriptUrl)
  const wallets = hostname === 'js.stripe.com' ? [origin, 'https://pay.google.com'] : [origin]
  return [`payment=(self ${wallets.map((one) => `"${one}"`).join(' ')})`, ...refused].join(', ')
}
