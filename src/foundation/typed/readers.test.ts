import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainSigns } from './plain-signs.ts'
import { labeledCode, plainCode, soughtCode } from './read-code.ts'
import { plainKey } from './read-key.ts'
import { readNumber, readWhole } from './read-number.ts'
import { plainTaxNumber } from './read-tax-number.ts'

/** The zero digit of every script that this runtime knows. */
const zeros = Array.from({ length: 0x20000 }, (_, point) => point).filter(
  (point) =>
    /\p{Nd}/u.test(String.fromCodePoint(point)) && /^0$/.test(plainSigns(String.fromCodePoint(point))),
)

test('numbers are read from digits in every script', () => {
  expect(zeros.length).toBeGreaterThan(60)
  for (const zero of zeros) {
    const digits = Array.from({ length: 10 }, (_, digit) => String.fromCodePoint(zero + digit)).join('')
    expect(plainSigns(digits)).toBe('0123456789')
  }
})

test.each([
  ['49.90', 49.9],
  ['49,90', 49.9],
  [' 7 ', 7],
  ['.5', 0.5],
  ['-1', -1],
  ['−1', -1],
  ['19%', 19],
  ['19 %', 19],
  ['7,7\u202f%', 7.7],
  ['٪١٩', 19],
  ['٧٫٧', 7.7],
  ['１９％', 19],
  ['20﹪', 20],
  ['+20%', 20],
  ['7 percent', 7],
  ['19 v.H.', 19],
  ['19\u200b', 19],
  ['', null],
  [null, null],
  [12, 12],
  ['1e5', Number.NaN],
  ['1,000.00', Number.NaN],
  ['19 % off', Number.NaN],
  ['ten', Number.NaN],
  ['+-1', Number.NaN],
  ['19 p', Number.NaN],
])('%j is read as the number %d', (typed, number) => expect(readNumber(typed)).toBe(number))

test.each([
  ['1,000', 1000],
  ['1.000', 1000],
  ['1 000 000', 1_000_000],
  ["1'000", 1000],
  ['1٬٠٠٠', 1000],
  ['٣', 3],
  ['1.5', 1.5],
  ['1,00', 1],
  ['1,000.000', Number.NaN],
  ['', null],
])('%j is read as the whole number %d', (typed, number) => expect(readWhole(typed)).toBe(number))

test.each([
  ['ＳＰＲＩＮＧ－２', 'SPRING-2'],
  ['spring–10', 'spring-10'],
  ['spring‑10', 'spring-10'],
  ['“SPRING”', 'SPRING'],
  ["'-5-OFF", '-5-OFF'],
  ['sp ring.', 'spring'],
  ['sp\u00adring', 'spring'],
  ['१२३ ४५६', '123456'],
])('%j is read as the code %s', (typed, code) => expect(soughtCode(typed)).toBe(code))

test.each([
  ['Code: SUMMER', 'SUMMER'],
  ['code SUMMER', 'SUMMER'],
  ['Gutschein: SUMMER', 'SUMMER'],
  ['Gutscheincode „SUMMER“', 'SUMMER'],
  ['クーポン：SUMMER', 'SUMMER'],
  ['Use SUMMER at checkout', 'SUMMER'],
  ['use code SUM MER', 'SUMMER'],
  ['SUMMER (50% off)', 'SUMMER'],
  ['Código de descuento SUMMER', 'SUMMER'],
  ['Voucher code:\u00a0summer–20.', 'summer-20'],
  ['SUMMER', null],
  ['CODE', null],
  ['CODE20', null],
  ['code: ', null],
  ['SUM MER', null],
  ['“SUMMER”.', null],
  ['', null],
])('%j without its label is the code %j', (typed, code) => expect(labeledCode(typed)).toBe(code))

test.each([
  ['FR\u00a040\u202f303\u2007265\u2009045\u3000', 'FR 40 303 265 045'],
  ['12–3456789', '12-3456789'],
  ['12\u20113456789', '12-3456789'],
  ['CHE·123.456.789', 'CHE.123.456.789'],
  ["CHE-123'456’789", 'CHE-123456789'],
  ['\u200eDE\u200b123', 'DE123'],
  ['ＤＥ１２３', 'DE123'],
  ['N° TVA FR40303265045', 'Nº TVA FR40303265045'],
  ['n.º 12', 'n.º 12'],
  ['VAT# GB123456789', 'VAT GB123456789'],
  ['№ 7707083893', '7707083893'],
  ['ИНН № 7707083893', 'ИНН 7707083893'],
  ['P.IVA=IT00743110157', 'P.IVA: IT00743110157'],
  ['CHE-123.456.789 (MWST)', 'CHE-123.456.789 (MWST)'],
  ['(DE123)', 'DE123'],
  ['Ust-IdNr.: DE123', 'Ust-IdNr.: DE123'],
  ['EL 123456789 (ΔΟΥ Α\u0384 Αθηνών)', 'EL 123456789 (ΔΟΥ Α Αθηνών)'],
])('%j is read as the tax number %s', (typed, plain) => expect(plainTaxNumber(typed)).toBe(plain))

test('marks around a key and line breaks inside it are removed', () => {
  const key = 'abcdefghij_KLMNOPQRST-0123456789abcdefghijk'
  for (const mark of [
    ...Array.from('.,;:!?)]}>"\'*`…”»。、）！？؟।🙂'),
    ' ',
    '\u200b',
    '\r\n',
    ').',
    ' Thank you',
    'をご覧',
  ]) {
    for (const written of [mark, encodeURIComponent(mark)]) {
      expect([written, plainKey(key + written)]).toEqual([written, key])
      if (!/\p{L}/u.test(mark)) expect([written, plainKey(written + key)]).toEqual([written, key])
    }
  }
  for (const mark of [' ', '\n', '=\n', '%20', '%0D%0A', '%C2%AD']) {
    expect(plainKey(key.slice(0, 9) + mark + key.slice(9))).toBe(key)
  }
  for (const kept of [key, `-${key.slice(1)}`, `${key.slice(1)}_`, 'abc', ''])
    expect(plainKey(kept)).toBe(kept)
})

test('marks around a tax number are removed', () => {
  for (const mark of [
    ...Array.from('.,;:!?*#"“”„«»‹›<>[]{}()|/\\&+-–…_~=@©®†‡。、，；：！？」』】）؟،؛।•→✓\t'),
    '**',
    ' *',
    ').',
    '\u200b',
  ]) {
    for (const number of ['DE123456789', 'CHE-123.456.789 MWST', 'VAT: GB 123']) {
      for (const typed of [number + mark, mark + number, mark + number + mark]) {
        expect([typed, plainTaxNumber(typed)]).toEqual([typed, number])
      }
    }
  }
})

test('reading a typed value twice gives the same result', { tags: 'long' }, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (typed) => {
      for (const read of [plainCode, soughtCode, plainTaxNumber, plainSigns])
        expect(read(read(typed))).toBe(read(typed))
      for (const read of [readNumber, readWhole]) {
        const number = read(typed)
        if (number !== null && !Number.isNaN(number)) expect(Number.isFinite(number)).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})

test('numbers are read in the notation of programs', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e6, max: 1e6 }), (hundredths) => {
      expect(readNumber(String(hundredths / 100))).toBe(hundredths / 100)
      expect(readWhole(String(hundredths))).toBe(hundredths)
      expect(readWhole(hundredths.toLocaleString('en'))).toBe(hundredths)
    }),
  )
})
