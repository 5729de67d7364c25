import { expect, test } from 'vitest'
import { loginPath, ownPath } from './own-path.ts'

const origin = 'https://tillform.test'

test.each(['/forms/create', '/sales?q=ann&page=2', '/billing?onboarding=return#top'])('keeps %s', (path) => {
  expect(ownPath(path, origin)).toBe(path)
})

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
])('does not follow %j', (path) => {
  expect(ownPath(path, origin)).toBe('/forms')
})

test('the wanted path survives the way through the login page', () => {
  const wanted = '/sales?q=a%26b&page=1'
  const to = new URL(loginPath(wanted), origin).searchParams.get('to')
  expect(ownPath(to, origin)).toBe(wanted)
})
