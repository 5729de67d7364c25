import { spellingsOf } from './spellings.ts'

/** All typed or pasted variants of the apostrophe, and zero-width characters. */
const dropped =
  /['\u2019\u2018`\u00b4\u02bc\u02bb\u02b9\u2032\u201b\uff07\u00ad\u200b-\u200f\u2060\ufeff]|\u034f/gu

/** Accents, and the optional vowel marks in Hebrew and Arabic. */
const marks = new RegExp(
  String.raw`[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0]`,
  'gu',
)
/** Spaces between letters of scripts in which names are written with or without them. */
const spaced =
  /(?<=[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]) (?=[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}])/gu

/** Arabic, Persian, Devanagari, Bengali, Thai, Lao, Burmese and Khmer digits with their Latin ones. */
const digits = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xed0, 0x1040, 0x17e0].flatMap((zero) =>
  Array.from({ length: 10 }, (_, digit): [string, string] => [
    String.fromCodePoint(zero + digit),
    String(digit),
  ]),
)
/** Letters without a removable accent, and the digits of other scripts. */
const letters = new Map([
  ...digits,
  ...Object.entries({
    ı: 'i',
    ł: 'l',
    ø: 'o',
    đ: 'd',
    ħ: 'h',
    ð: 'd',
    ς: 'σ',
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    þ: 'th',
    ى: 'ي',
    ی: 'ي',
    ک: 'ك',
    ە: 'ه',
    ے: 'ي',
    ة: 'ه',
    ہ: 'ه',
    ھ: 'ه',
    ٱ: 'ا',
    ء: '',
    '·': '',
  }),
])
const listed = new RegExp(`[${[...letters.keys()].join('')}]`, 'gu')

/**
 * Text as searches compare it: without accents, apostrophes, case and double spaces, in Latin digits. The database's
 * `fold_text` (`migrations/baseline/fold-text.ts`) returns the same.
 */
export function foldText(text: string): string {
  return text
    .replaceAll(dropped, '')
    .normalize('NFKD')
    .replaceAll(marks, '')
    .toLowerCase()
    .replaceAll(listed, (letter) => letters.get(letter) ?? letter)
    .replaceAll(/[\u2010-\u2015]/gu, '-')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(spaced, '')
    .trim()
}

/** Whether every word of `q` appears in one of the texts. */
export function hasWords(q: string, texts: readonly string[]): boolean {
  const folded = texts.map(foldText)
  return q.split(/\s+/u).every((word) => {
    const spellings = spellingsOf(word).map(foldText)
    return folded.some((text) => spellings.some((spelling) => text.includes(spelling)))
  })
}
