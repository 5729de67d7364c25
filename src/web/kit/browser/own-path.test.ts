import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loginPath, ownPath } from './own-path.ts'

const origin = 'https://tillform.test'

test('after signing in without a requested page, a person sees their own start page', () => {
  expect(ownPath(null, origin)).toBe('/forms')
  expect(ownPath('/login', origin, '/admin/sellers')).toBe('/admin/sellers')
  expect(ownPath('/team', origin, '/admin/sellers')).toBe('/team')
})

test.each(['/forms/create', '/sales?q=ann&page=2', '/billing?onboarding=return#top'])(
  'the path %s is kept',
  (path) => {
    expect(ownPath(path, origin)).toBe(path)
  },
)

// Proves safe-urls.
test.each([
  null,
  '',
  'https://evil.test/',
  '//evil.test/forms',
  '/\\evil.test',
  '/\t/evil.test',
  'javascript:alert(1)',
  '/login?to=/login',
  '/',
  '/.//evil.test/x',
  '/..//evil.test/x',
  '/x/..//evil.test/x',
  '/%2e//evil.test/x',
  String.raw`/./\evil.test/x`,
])('the path %j is not followed', (path) => {
  expect(ownPath(path, origin)).toBe('/forms')
})

test('the requested path is not lost on a visit to the login page', () => {
  const wanted = '/sales?q=a%26b&page=1'
  const to = new URL(loginPath(wanted), origin).searchParams.get('to')
  expect(ownPath(to, origin)).toBe(wanted)
})

test('a requested path always leads to our own site, even when it is read twice', { tags: 'long' }, () => {
  const part = fc.constantFrom(
    ...String.raw`/ // \ . .. %2e %2E%2e %2f %5c : @ ? # & evil.test x é https: javascript: data:, forms login [::1] 1`.split(
      ' ',
    ),
    ...Array.from('\t\n\r\0 \u3002\uff0f\ud800'),
  )
  const wanted = fc.array(fc.oneof(part, fc.string({ maxLength: 3, unit: 'binary' })), { maxLength: 9 })
  fc.assert(
    fc.property(wanted, fc.boolean(), (parts, isPath) => {
      const path = ownPath(`${isPath ? '/' : ''}${parts.join('')}`, origin)
      const url = new URL(path, `${origin}/login?to=x`)
      expect([url.origin, path.startsWith('/'), ownPath(path, origin)]).toEqual([origin, true, path])
    }),
    { numRuns: 100_000, seed: 8 },
  )
})
