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
  ['a person with a skin color', '👩🏽\u200d🚀'],
  ['a flag', '🏳\ufe0f\u200d🌈'],
  ['the flag of England', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ['a heart', '❤\ufe0f'],
  ['a key', '1\ufe0f\u20e3'],
  ['a Japanese name in the form of its family', '葛\u{e0100}城'],
  ['a decomposed letter', 'Jose\u0301'],
  ['direction marks in right-to-left text', '\u200fدورة الرسم (2026)\u200e'],
])('%s keeps the invisible characters it needs', (_, text) => expect(withoutUnseen(text)).toBe(text))

test.each([
  ['Vietnamese, decomposed', 'Nguyễn Thị Hường Ộ'.normalize('NFD')],
  ['Greek, decomposed', 'ᾧ ΐ ᾯ'.normalize('NFD')],
  ['phonetic writing', 'n̪̊͡ʰ ɔ̃ː́ e̞̽̃'],
  ['Hebrew with its accents', 'בְּרֵאשִׁ֖ית יְרוּשָׁלִַ֔ם שָּֽׁ֑'],
  ['Arabic with its marks', 'ٱلرَّحْمَٰنِ مُحَمَّدٌۢ'],
  ['Thai', 'น้ำผึ้ง ที่นี่ กิ์'],
  ['Hindi', 'क्षत्रिय ज़िन्दगी ॐ॒॑'],
  ['Tibetan', 'ཧྐྵྨླྺྼྻྂ བསྒྲུབས ཨོཾ'],
  ['Myanmar', 'ကျွန်ုပ် မြွှေ့'],
  ['Khmer', 'ស្ត្រី ខ្ញុំ'],
  ['a key and a flag', '1\ufe0f\u20e3 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
])('a name in %s keeps all its marks', (_, text) => expect(plainLine(text)).toBe(text))

test('a pile of marks on a name’s letters is reduced to fit one line', () => {
  const accents = Array.from({ length: 112 }, (_, place) => String.fromCodePoint(0x300 + place)).join('')
  const typed = [
    ['Z', accents],
    ['e', '\u0489'.repeat(30)],
    ['ก', '\u0e47'.repeat(40)],
    ['ש', Array.from({ length: 25 }, (_, place) => String.fromCodePoint(0x591 + place)).join('\u200f')],
    ['ལ', '\u0fb2'.repeat(20)],
  ]
  for (const [letter = '', marks = ''] of typed) {
    const name = plainLine(`${letter}${marks}${letter}${marks}`)
    expect(name.split(letter)).toHaveLength(3)
    expect(name.match(/\p{M}/gu)?.length).toBeLessThanOrEqual(2 * 10)
    expect(plainLine(name)).toBe(name)
  }
  expect(plainLine(`Z${accents}oe`)).toBe('Z\u0300\u0301\u0302\u0303oe')
})

test('cleaning text twice gives the same result as once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      for (const read of [withoutUnseen, plainLine]) {
        const plain = read(text)
        expect(read(plain)).toBe(plain)
      }
    }),
    { numRuns: 300 },
  )
})
