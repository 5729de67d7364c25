import fc from 'fast-check'
import { expect, test } from 'vitest'
import { busyTime } from '#foundation/process/test-busy-time.ts'
import { isWebAddress, webAddress } from '#foundation/http/input/fields.ts'
import { plainWebAddress } from './read-web-address.ts'

const addresses = [
  'https://example.com',
  'http://example.com/x',
  'https://www.example.com:8443/a/b.html?c=1&d=%20#e',
  'https://müller.example/über?x',
  'https://xn--e1afmkfd.xn--p1ai/',
]

test('a valid URL stays unchanged', () => {
  for (const address of [
    ...addresses,
    'HTTPS://EXAMPLE.COM/X',
    'https://example.com/Inc.',
    'https://example.com/a_(b)',
    'https://example.com/?q=“a”',
    'https://example.com/?q="a"',
    'https://example.com/?q=<a>',
    'https://example.com/モーニング娘。',
    'https://example.com/ｗｉｄｅ',
    'https://example.com/a?u=https://other.example/',
    'https://web.archive.org/web/2026/https://example.com/',
    'https://fa.example/\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    'https://https.example.com/',
    'http://localhost:3000/x',
    'http://[::1]:3000',
    'http://127.0.0.1',
    'https://example.com/%E2%80%8B',
  ]) {
    expect(webAddress.parse(address)).toBe(address)
  }
})

test('quotation marks, brackets and emphasis around a URL are removed', () => {
  const pairs = Array.from('"\'`*_~')
    .map((mark) => [mark, mark])
    .concat(
      [
        '()',
        '[]',
        '{}',
        '<>',
        '“”',
        '„“',
        '‘’',
        '«»',
        '»«',
        '‹›',
        '「」',
        '『』',
        '【】',
        '《》',
        '（）',
      ].map((pair) => Array.from(pair)),
    )
  for (const address of addresses) {
    for (const [opens = '', closes = ''] of pairs) {
      for (const typed of [
        opens + address + closes,
        `${opens}${opens}${address}${closes}${closes}`,
        `${opens} ${address} ${closes}`,
        `${opens}${address}${closes}.`,
        `(${opens}${address}${closes}),`,
      ]) {
        expect([typed, plainWebAddress(typed)]).toEqual([typed, address])
      }
    }
    for (const typed of [
      `[Our terms](${address})`,
      `<URL:${address}>`,
      `Our terms: ${address}`,
      `网址：${address}`,
      `view-source:${address}`,
      `${address}">`,
    ]) {
      expect([typed, plainWebAddress(typed)]).toEqual([typed, address])
    }
  }
})

test('invisible marks are removed anywhere in a URL', () => {
  for (const mark of '\u00ad\u200b\u200c\u200d\u200e\u200f\u061c\u202a\u202c\u202d\u2060\u2066\u2069\ufeff') {
    for (const address of addresses) {
      for (let place = 0; place <= address.length; place += 1) {
        expect(plainWebAddress(address.slice(0, place) + mark + address.slice(place))).toBe(address)
      }
    }
  }
})

test.each([
  ['www.example.com', 'https://www.example.com'],
  [' example.com/terms?of=sale ', 'https://example.com/terms?of=sale'],
  ['müller.de', 'https://müller.de'],
  ['пример.рф', 'https://пример.рф'],
  ['पहला.भारत', 'https://पहला.भारत'],
  ['xn--e1afmkfd.xn--p1ai', 'https://xn--e1afmkfd.xn--p1ai'],
  ['shop.example.com:8443/a', 'https://shop.example.com:8443/a'],
  ['//example.com/x', 'https://example.com/x'],
  ['://example.com/x', 'https://example.com/x'],
  ['https:/example.com', 'https://example.com'],
  ['https:example.com', 'https://example.com'],
  ['https//example.com', 'https://example.com'],
  ['https;//example.com', 'https://example.com'],
  ['https:////example.com/x', 'https://example.com/x'],
  ['https://https://example.com', 'https://example.com'],
  ['http://https://example.com', 'https://example.com'],
  ['https://http//example.com/x', 'http://example.com/x'],
  ['ｈttps://example.com', 'https://example.com'],
  ['https：//example.com', 'https://example.com'],
  ['ｈｔｔｐｓ：／／ｅｘａｍｐｌｅ．ｃｏｍ／ａ', 'https://example.com/a'],
  ['ｗｗｗ．ｅｘａｍｐｌｅ．ｃｏｍ', 'https://www.example.com'],
  ['https://example。com/x', 'https://example.com/x'],
  ['https://example.com.', 'https://example.com'],
  ['https://example.com，', 'https://example.com'],
  ['https://example.com/terms,', 'https://example.com/terms'],
  ['https://example.com/terms”,', 'https://example.com/terms'],
  ['https://example.com/?a=1;', 'https://example.com/?a=1'],
  ['www.example.com.', 'https://www.example.com'],
  ['example.com,', 'https://example.com'],
  ['example.com/terms,', 'https://example.com/terms'],
  ['https://example.com/?a=1&amp;b=2#&amp;', 'https://example.com/?a=1&b=2#&amp;'],
])('%j is read as the web address %s', (typed, address) => expect(webAddress.parse(typed)).toBe(address))

test.each([
  'javascript:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'mailto:ana@example.com',
  'ana@example.com',
  'our terms',
  'localhost',
  '/terms',
  'thanks.html',
  'thanks.html.',
  'ftp://example.com',
  'https://',
  'https://https',
  'https://a b.example',
  'https://example.com/a b',
  'https://a.example https://b.example',
  'https://user@example.com',
  'https://example.com\\@evil.example/',
  'https://exa,mple.com',
  'https://example.com/\u202egpj.exe',
  'data:text/html,https://example.com',
])('%j is not a web address', (typed) => expect(webAddress.safeParse(typed).success).toBe(false))

test('any typed text is read quickly, and an accepted URL uses http or https', { tags: 'long' }, () => {
  const parts = fc.constantFrom(
    'https://',
    'http:',
    '//',
    '/',
    '(',
    '<',
    '"',
    '[x](',
    ')',
    '.',
    ' ',
    '：',
    '／',
    'a',
    'example.com',
    '@',
    '\\',
    '?',
    '&amp;',
    'javascript:',
    '\u200d',
    '\u0645',
  )
  fc.assert(
    fc.property(
      fc.array(fc.oneof(parts, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 8 }),
      (typed) => {
        const plain = plainWebAddress(typed.join(''))
        if (!isWebAddress(plain)) return
        expect(plainWebAddress(plain)).toBe(plain)
        expect(new URL(plain).protocol).toMatch(/^https?:$/)
      },
    ),
    { numRuns: 5000 },
  )
  const busy = busyTime(() => {
    for (const part of ['[', '(', 'https://', 'a.', '.', ' ', ':', '／', '"', '&amp;', '?', 'https:', '>']) {
      plainWebAddress(part.repeat(4_000 / part.length))
      plainWebAddress(`https://example.com/${part.repeat(3_900 / part.length)}\\`)
      plainWebAddress(part.repeat(1_000_000))
    }
  })
  expect(busy).toBeLessThan(2_000)
})
