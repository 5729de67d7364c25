import { createHash } from 'node:crypto'

/**
 * The inline script of a page that loads the card provider's script. It makes Trusted Types allow the
 * provider to load more scripts from its own origin, and nothing else: no text can load another script or
 * become markup. It must come before the provider's script, as the provider's security guide demands.
 */
export function providerTrust(scriptUrl: string): string {
  const { origin, hostname } = new URL(scriptUrl)
  const isTrusted =
    hostname === 'js.stripe.com'
      ? String.raw`/^https:\/\/([\w-]+\.)*js\.stripe\.com\//.test(u)`
      : `u.startsWith(${JSON.stringify(`${origin}/`)})`
  return `self.trustedTypes?.createPolicy("default",{createScriptURL:u=>${isTrusted}?u:null})`
}

/** The hash of a script or of style rules, as a source for `script-src` or `style-src`. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
