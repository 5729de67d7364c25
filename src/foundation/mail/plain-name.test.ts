import { expect, test } from 'vitest'
import { plainName } from './plain-name.ts'

test('a name stays as it is where nothing could become a link or a second line', () => {
  for (const name of ['Bea Novak', 'Dr. Ada O’Neil', 'José María', '王小明', 'Ümit & Söhne', 'A. B.']) {
    expect(plainName(name)).toBe(name)
  }
})

test('what a mail program would make a link of is broken up, and looks the same', () => {
  for (const name of [
    'https://evil.example',
    'evil.example/win',
    'www.evil.example',
    'a@evil.example',
    '1.2.3.4',
  ]) {
    const plain = plainName(`Claim at ${name} now`)
    expect(plain).not.toMatch(/\w[.@]\w|:\/|\/\//)
    expect(plain.replaceAll('\u2060', '')).toBe(`Claim at ${name} now`)
  }
})

test('a name is one line in one direction', () => {
  expect(plainName(' Bea\r\nBcc: x\u2028y\t\u202Ez ')).toBe('Bea Bcc: x y z')
})
