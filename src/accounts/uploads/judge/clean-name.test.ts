import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanName } from './file-names.ts'

test.each([
  ['Persian', 'کتاب‌ها.pdf'],
  ['a Devanagari half-form', 'क्‍ष.pdf'],
  ['a Malayalam chillu at the end of a word', 'അവന്\u200d.pdf'],
  ['Sinhala', 'ශ්\u200dරී ලංකා.pdf'],
  ['a joined emoji', '👩‍🎨 course.pdf'],
  ['a joined emoji with a skin tone', '👩🏽‍🎨 course.pdf'],
  ['a heart', '❤️ and ✔︎.pdf'],
  ['the flag of England', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 guide.pdf'],
  ['flags made of two letters', '🇦🇹🇨🇭.pdf'],
  ['letters with combining accents', 'Cafe\u0301.pdf'],
])('a file name keeps %s', (_, name) => {
  expect(cleanName(name)).toBe(name)
})

test.each([
  ['direction overrides', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['isolates', '\u2066a\u2069.pdf', 'a.pdf'],
  ['direction marks', '\u200fa\u200e\u061c.pdf', 'a.pdf'],
  ['zero-width characters', 'a\u200bb\u2060c\u00add\ufeff.pdf', 'abcd.pdf'],
  ['joiners that join nothing', 'in\u200dvo\u200cice.e\u200dxe', 'invoice.exe'],
  ['tags that tag nothing', 'a\u{e0067}\u{e0062}\u{e007f}.pdf', 'a.pdf'],
  ['annotation characters', 'a\ufff9b\ufffb.pdf', 'ab.pdf'],
  ['path separators', '../..\\etc/x\0.pdf', '....etcx.pdf'],
  ['line breaks', 'a\r\nb\u2028c.pdf', 'abc.pdf'],
])('%s are removed from a file name', (_, name, clean) => {
  expect(cleanName(name)).toBe(clean)
})

test('a file name with only invisible characters is replaced', () => {
  for (const name of ['', '  ', '\u200d\u200b\u202e', '\u{e0067}']) expect(cleanName(name)).toBe('file')
})

test('a long file name is cut between visible characters and keeps its extension', () => {
  const characters = ['a', 'ü', 'e\u0301', '👨‍👩‍👧‍👦', '🇦🇹', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'क्\u200dष', '水', '🧑🏽‍🚀'] as const
  const names = fc
    .array(fc.constantFrom(...characters), { minLength: 260, maxLength: 400 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(names, (name) => {
      const cut = cleanName(`${name}.pdf`)
      const kept = cut.slice(0, -4)
      const seen = (text: string) =>
        Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment)
      expect(cut).toMatch(/\.pdf$/)
      expect(cut.length).toBeLessThanOrEqual(255)
      expect(cut.length).toBeGreaterThan(200)
      expect(cut.isWellFormed()).toBe(true)
      expect(seen(name).slice(0, seen(kept).length)).toEqual(seen(kept))
    }),
    { numRuns: 50 },
  )
})
