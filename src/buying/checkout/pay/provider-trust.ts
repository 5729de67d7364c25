import { createHash } from 'node:crypto'

/**
 * The inline script of a page that loads the card provider's script. With Trusted Types required, the provider's code
 * can load more of its own from its own origin, and no text can load anything else or become markup. It comes before
 * the provider's script, as the provider's security guide demands.
 */
export function providerTrust(scriptUrl: string): string {
  const { origin, hostname } = new URL(scriptUrl)
  const isTrusted =
    hostname === 'js.stripe.com'
      ? String.raw`/^https:\/\/([\w-]+\.)*js\.stripe\.com\//.test(u)`
      : `u.startsWith(${JSON.stringify(`${origin}/`)})`
  return `self.trustedTypes?.createPolicy("default",{createScriptURL:u=>${isTrusted}?u:null})`
}

/** The hash of a script or style rules, as a source of `script-src` or `style-src`. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
