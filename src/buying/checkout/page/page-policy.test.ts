import { expect, test } from 'vitest'
import { paymentPageHeaders, type PagePolicy } from './page-policy.ts'
import { hashSource } from '../pay/provider-trust.ts'
import { scriptsAfterPicture } from './scripts-after-picture.ts'

const sandbox: PagePolicy = {
  trust: { scripts: ['http://127.0.0.1:3000/assets/payment-1.js'], styles: "'sha256-styles='" },
  providerScriptUrl: 'http://127.0.0.1:3001/js/stripe.js',
  pictureOrigin: null,
  isSecure: false,
  embedHosts: [],
}

function directives(policy: PagePolicy): Map<string, string> {
  const header = paymentPageHeaders(policy)['content-security-policy'] ?? ''
  return new Map(
    header.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources.join(' ')]
    }),
  )
}

/** The hashes of the page's inline scripts `providerTrust` and `scriptsAfterPicture`. */
const inline = `'sha256-3fIw4J16EkmkIjaZsL7Vio6gE/nwyuLrVIuRRJPAawI=' ${hashSource(scriptsAfterPicture)}`

test('the page runs only its own scripts and connects only to the sandbox', () => {
  expect(Object.fromEntries(directives(sandbox))).toEqual({
    'default-src': "'none'",
    'script-src': `http://127.0.0.1:3000/assets/payment-1.js ${inline} http://127.0.0.1:3001`,
    'style-src': "'self' 'sha256-styles='",
    'img-src': "'self' data:",
    'connect-src': "'self' http://127.0.0.1:3001",
    'frame-src': 'http://127.0.0.1:3001 https://www.youtube-nocookie.com',
    'font-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'object-src': "'none'",
    'frame-ancestors': "'self'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'default',
    'report-uri': '/api/content-security/reports',
    'report-to': 'content-security',
  })
})

test('the policy allows Stripe’s script hosts, API and authentication frames', () => {
  const policy = directives({ ...sandbox, providerScriptUrl: 'https://js.stripe.com/endive/stripe.js' })
  const script = 'https://js.stripe.com https://*.js.stripe.com'
  expect(policy.get('script-src')).toMatch(
    /'sha256-[\w+/]{43}=' https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com$/,
  )
  expect(policy.get('connect-src')).toBe(`'self' https://api.stripe.com ${script}`)
  expect(policy.get('frame-src')).toBe(`${script} https://hooks.stripe.com https://www.youtube-nocookie.com`)
})

test('requests are upgraded to HTTPS, and pictures can have their own origin', () => {
  const policy = directives({
    ...sandbox,
    isSecure: true,
    pictureOrigin: 'https://pictures.example/some/path',
  })
  expect(policy.has('upgrade-insecure-requests')).toBe(true)
  expect(policy.get('img-src')).toBe("'self' data: https://pictures.example")
})

// Proves content-policy.
test('a nonce or host that would inject a directive into the policy is rejected', () => {
  expect(() => paymentPageHeaders({ ...sandbox, trust: { nonce: "x'; script-src *" } })).toThrow(RangeError)
  expect(() => paymentPageHeaders({ ...sandbox, embedHosts: ['a.com; script-src *'] })).toThrow(RangeError)
  expect(() => paymentPageHeaders({ ...sandbox, embedHosts: ['*'] })).toThrow(RangeError)
})

test('only pages on the seller’s listed hosts can frame a payment page', () => {
  const embedHosts = ['shop.example.com', '*.example.org:8443']
  const [plain, secure] = [false, true].map((isSecure) => directives({ ...sandbox, isSecure, embedHosts }))

  expect(plain?.get('frame-ancestors')).toBe("'self' http://shop.example.com http://*.example.org:8443")
  expect(secure?.get('frame-ancestors')).toBe("'self' https://shop.example.com https://*.example.org:8443")
  plain?.delete('frame-ancestors')
  const closed = directives(sandbox)
  closed.delete('frame-ancestors')
  expect(plain).toEqual(closed)
})

// Proves response-headers.
test('the page allows payment and no other powerful browser feature', () => {
  const header = paymentPageHeaders(sandbox)['permissions-policy'] ?? ''
  const [payment, ...others] = header.split(', ')
  expect(payment).toBe('payment=(self "http://127.0.0.1:3001")')
  expect(others).toContain('camera=()')
  expect(others.every((feature) => feature.endsWith('=()'))).toBe(true)
})

// Proves response-headers.
test('the referrer header tells third parties only the page’s origin', () => {
  expect(paymentPageHeaders(sandbox)).toMatchObject({
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  })
})

test('development pages allow their scripts by nonce', () => {
  const policy = directives({ ...sandbox, trust: { nonce: 'q83vEjRWeJCrze8SNFZ4kA==' } })

  expect(policy.get('script-src')).toBe(
    "'nonce-q83vEjRWeJCrze8SNFZ4kA==' 'strict-dynamic' http://127.0.0.1:3001",
  )
  expect(policy.get('style-src')).toBe("'self' 'nonce-q83vEjRWeJCrze8SNFZ4kA=='")
})

test('Google Pay can request a payment from its own origin', () => {
  const header = paymentPageHeaders({
    ...sandbox,
    providerScriptUrl: 'https://js.stripe.com/endive/stripe.js',
  })
  expect(header['permissions-policy']).toContain(
    'payment=(self "https://js.stripe.com" "https://pay.google.com"), ',
  )
})
