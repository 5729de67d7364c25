/** Where the card provider's script, its calls and its frames come from. */
export type ProviderSources = { readonly script: string; readonly connect: string; readonly frame: string }

/** The content security policy of the sellers' app: nobody may frame it, it frames the preview of its own, and the provider's is let in only to take a card. */
export function appPolicy(isSecure: boolean, provider: ProviderSources | null): string {
  const from = (part: keyof ProviderSources) => (provider === null ? '' : ` ${provider[part]}`)
  return [
    "default-src 'none'",
    `script-src 'self'${from('script')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https://i.ytimg.com",
    `connect-src 'self'${from('connect')}`,
    "font-src 'self'",
    `frame-src 'self' https://www.youtube-nocookie.com${from('frame')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
