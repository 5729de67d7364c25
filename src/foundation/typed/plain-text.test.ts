import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainLine, withoutUnseen } from './plain-text.ts'

test.each([
  ['Vi\u200bola', 'Viola'],
  ['Sha\u00adron', 'Sharon'],
  ['Nora\u00a0Blankova', 'Nora Blankova'],
  ['\u200fAnna\u200e', 'Anna'],
  ['Bea \u202egnp.exe\u202c \u2067x\u2069', 'Bea gnp.exe x'],
  ['an\u200dna\u200c', 'anna'],
  ['Anna\ufe0f', 'Anna'],
  ['Anna\u{e0041}\u{e0042}', 'Anna'],
  ['\ufeffAnna\u2060', 'Anna'],
])('%j is stored as %j', (typed, plain) => expect(plainLine(typed)).toBe(plain))

test.each([
  ['a Persian word', 'کتاب\u200cها'],
  ['a Hindi ligature', 'क्\u200dष'],
  ['a Malayalam letter at the end of a word', 'അവന്\u200d'],
  ['a person who paints', '👩\u200d🎨'],
  ['a person of a skin color', '👩🏽\u200d🚀'],
  ['a flag', '🏳\ufe0f\u200d🌈'],
  ['the flag of England', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ['a heart', '❤\ufe0f'],
  ['a key', '1\ufe0f\u20e3'],
  ['a Japanese name in the form of its family', '葛\u{e0100}城'],
  ['a decomposed letter', 'Jose\u0301'],
  ['directions in a text that is read from the right', '\u200fدورة الرسم (2026)\u200e'],
])('%s keeps what it is spelled with', (_, text) => expect(withoutUnseen(text)).toBe(text))

test('what is read twice is read the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      const plain = withoutUnseen(text)
      expect(withoutUnseen(plain)).toBe(plain)
    }),
    { numRuns: 300 },
  )
})
