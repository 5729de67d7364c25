import { closingDirectives } from '../contract/reporting.ts'

/** Where the card provider's script, its calls and its frames come from. */
export type ProviderSources = { readonly script: string; readonly connect: string; readonly frame: string }

/** What a page needs to take a card: the provider's sources, and the hash of the inline script that trusts them. */
export type CardSources = ProviderSources & { readonly trust: string }

/**
 * The text editor's own, by which it reads what is pasted: into a document apart, in which nothing runs or loads, and of which
 * it takes what a description can have.
 */
const pasting = 'ProseMirrorClipboard'

/** The one by which the app's service worker is registered. */
const installing = 'serviceWorker'

/** The content security policy of the sellers' app: nobody may frame it, it frames the preview of its own, and the provider's is let in only to take a card. */
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
