/** In every shape that a keyboard or a page gives them, and signs without a width. */
const dropped =
  /['\u2019\u2018`\u00b4\u02bc\u02bb\u02b9\u2032\u201b\uff07\u00ad\u200b-\u200f\u2060\ufeff]|\u034f/gu

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
  }),
)
const listed = new RegExp(`[${[...letters.keys()].join('')}]`, 'gu')

/**
 * A text as it is compared in a search: without accents, apostrophes, the difference of capitals and doubled blanks. The
 * database's `fold_text` (migration 0148) writes it alike.
 */
export function foldText(text: string): string {
  return text
    .replaceAll(dropped, '')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .toLowerCase()
    .replaceAll(listed, (letter) => letters.get(letter) ?? letter)
    .replaceAll(/[\u2010-\u2015]/gu, '-')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

/** Whether every word of `q` is in one of the texts. */
export function hasWords(q: string, texts: readonly string[]): boolean {
  const folded = texts.map(foldText)
  return foldText(q)
    .split(' ')
    .every((word) => folded.some((text) => text.includes(word)))
}
