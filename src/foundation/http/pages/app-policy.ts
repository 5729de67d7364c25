import { closingDirectives } from '../contract/reporting.ts'

/** The origins of the provider's script, requests and frames. */
export type ProviderSources = { readonly script: string; readonly connect: string; readonly frame: string }

/**
 * What the security policy of a page with a card field allows: the provider's origins, and the hash of the
 * inline script that trusts them.
 */
export type CardSources = ProviderSources & { readonly trust: string }

/**
 * The text editor's own Trusted Types policy. It parses pasted text in a separate document, where nothing
 * runs or loads, and accepts only what a description can have.
 */
const pasting = 'ProseMirrorClipboard'

/** The Trusted Types policy for registering the app's service worker. */
const installing = 'serviceWorker'

/**
 * The content security policy of the sellers' app: no one can frame it, it frames its own preview, and the
 * provider is allowed only for card fields.
 */
export function appPolicy(isSecure: boolean, provider: CardSources | null): string {
  const from = (part: keyof CardSources) => (provider === null ? '' : ` ${provider[part]}`)
  return [
    "default-src 'none'",
    `script-src 'self'${from('trust')}${from('script')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https://i.ytimg.com",
    `connect-src 'self'${from('connect')}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-src 'self' https://www.youtube-nocookie.com${from('frame')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...closingDirectives(`${provider === null ? '' : 'default '}${pasting} ${installing}`),
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
