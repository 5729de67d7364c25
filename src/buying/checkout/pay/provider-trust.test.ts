import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { providerTrust } from './provider-trust.ts'

type Rules = { createScriptURL: (url: string) => string | null }

/** What the inline script decides about a URL in a browser with Trusted Types. */
function judge(scriptUrl: string, url: string): string | null {
  const made: [string, Rules][] = []
  const createPolicy = (name: string, rules: Rules) => void made.push([name, rules])
  runInNewContext(providerTrust(scriptUrl), { self: { trustedTypes: { createPolicy } } })
  const [[name, rules] = ['', undefined]] = made
  expect([name, Object.keys(rules ?? {})]).toEqual(['default', ['createScriptURL']])
  return rules?.createScriptURL(url) ?? null
}

test.each([
  'https://js.stripe.com/endive/stripe.js',
  'https://js.stripe.com/v3/fingerprinted/js/a.js',
  'https://b.js.stripe.com/x.js',
])('Stripe’s script can load %s', (url) => {
  expect(judge('https://js.stripe.com/endive/stripe.js', url)).toBe(url)
})

// Proves content-policy.
test.each([
  'http://js.stripe.com/x.js',
  'https://js.stripe.com.evil.example/x.js',
  'https://evil-js.stripe.com/x.js',
  'https://evil.example/?https://js.stripe.com/',
  'https://xjs.stripe.com/',
  '/assets/x.js',
  'data:text/javascript,1',
])('no script can load %s', (url) => {
  expect(judge('https://js.stripe.com/endive/stripe.js', url)).toBeNull()
})

test('the sandbox’s script can load further scripts of its own', () => {
  const own = 'http://127.0.0.1:3001/js/stripe.js'
  expect([judge(own, own), judge(own, 'http://127.0.0.1:30011/x.js')]).toEqual([own, null])
})

test('the inline script does nothing in browsers without Trusted Types', () => {
  expect(() => void runInNewContext(providerTrust('https://js.stripe.com/x.js'), { self: {} })).not.toThrow()
})
