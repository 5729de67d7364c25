/** In every shape that a keyboard or a page gives them, and signs without a width. */
const dropped =
  /['\u2019\u2018`\u00b4\u02bc\u02bb\u02b9\u2032\u201b\uff07\u00ad\u200b-\u200f\u2060\ufeff]|\u034f/gu

/** Accents, and the vowel marks of Hebrew and Arabic, which are written or left out. */
const marks = new RegExp(
  String.raw`[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0]`,
  'gu',
)
/** Between letters of scripts whose names are written with a blank between their parts, or without. */
const spaced =
  /(?<=[\u2e80-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]) (?=[\u2e80-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}])/gu

/** Letters that have no accent to take off. */
const letters = new Map(
  Object.entries({
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
    ة: 'ه',
    '·': '',
  }),
)
const listed = new RegExp(`[${[...letters.keys()].join('')}]`, 'gu')

/**
 * A text as it is compared in a search: without accents, apostrophes, the difference of capitals and doubled blanks. The
 * database's `fold_text` (`migrations/baseline/fold-text.ts`) writes it alike.
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

/** Whether every word of `q` is in one of the texts. */
export function hasWords(q: string, texts: readonly string[]): boolean {
  const folded = texts.map(foldText)
  return foldText(q)
    .split(' ')
    .every((word) => folded.some((text) => text.includes(word)))
}
