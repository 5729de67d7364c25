import { expect, test } from 'vitest'
import { plainName } from './plain-name.ts'

test('a name in an email stays unchanged unless it could become a link or a second line', () => {
  for (const name of [
    'Bea Novak',
    'Dr. Ada O’Neil',
    'José María',
    '王小明',
    'Ümit & Söhne',
    'A. B.',
    'Node.js 22: basics',
    'CHE-123.456.789 MWST',
    'c/o Novak, 12/3 Main St.',
    '10:30',
    'VAT 8.1',
    '@bea',
  ]) {
    expect(plainName(name)).toBe(name)
  }
})

test('a name that mail programs would turn into a link is invisibly broken up', () => {
  for (const name of [
    'https://evil.example',
    'evil.com/win',
    'evil.example/win',
    '(evil.co.uk)',
    'www.evil.example',
    'a@evil.example',
    '1.2.3.4',
    'пример.рф',
  ]) {
    const plain = plainName(`Claim at ${name} now`)
    expect(plain).not.toMatch(/\w[.@]\w|:\/|\/\//)
    expect(plain.replaceAll('\u2060', '')).toBe(`Claim at ${name} now`)
  }
})

test.each(['evil。com', 'evil．com', 'evil｡com', 'evil․com', 'ｅｖｉｌ.com'])(
  'a link with unusual characters (%s) is also broken up',
  (name) => {
    expect(plainName(name)).toMatch(/\u2060com/)
  },
)

test('a name in an email loses its line breaks and direction marks', () => {
  expect(plainName(' Bea\r\nBcc: x\u2028y\t\u202Ez ')).toBe('Bea Bcc: x y z')
})
