import { expect, test } from 'vitest'
import { isWebAddress, line, requiredText, uuid } from './fields.ts'

test('single-line text turns line breaks into spaces, and multi-line text keeps them', () => {
  expect(line(120).parse('\tWatercolor\r\n2026\u2028\n')).toBe('Watercolor 2026')
  expect(requiredText(120).parse('Six weeks\nof light ')).toBe('Six weeks\nof light')
})

test('single-line text cannot change the direction of the text after it', () => {
  expect(line(120).parse('Bea \u202egnp.exe\u202c \u2067x\u2069')).toBe('Bea gnp.exe x')
  expect(line(120).parse('\u200fدورة الرسم (2026)\u200e')).toBe('\u200fدورة الرسم (2026)\u200e')
})

test('a required field rejects invisible characters and accepts an emoji of several characters', () => {
  expect(requiredText(9).safeParse('\u200b\u2060\n').success).toBe(false)
  expect(requiredText(9).safeParse('👩‍🎨').success).toBe(true)
})

test('a missing id and an invalid one get different messages', () => {
  const textOf = (value: unknown) => uuid.safeParse(value).error?.issues[0]?.message

  expect([undefined, null, '7', 7].map(textOf)).toEqual([
    'This field is required',
    'This field is required',
    'This field must be a valid uuid',
    'This field must be a valid uuid',
  ])
})

// Proves safe-urls.
test.each([
  ['https://example.com/x', true],
  ['HTTP://example.com', true],
  ['https:/example.com', false],
  ['https:example.com', false],
  ['javascript:alert(1)', false],
  ['https:///example.com', false],
  ['https://example.com\\@evil.example/', false],
  ['https://example.com/\u202egpj.exe', false],
  ['https://exa\u200bmple.com/', false],
  ['https://example.com/a\u2066b', false],
  ['https://example.com/?a=\u061cb', false],
  ['https://exa\u200cmple.com', false],
  ['https://fa.example/\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645', true],
  ['https://example.com/\ud83d\udc69\u200d\ud83c\udfa8?q=\u0915\u094d\u200d\u0937#\u200d', true],
  ['https://b\u00fccher.example/\u00fcber?q=a&b=%22', true],
])('the link target %s is allowed: %s', (address, is) => expect(isWebAddress(address)).toBe(is))
