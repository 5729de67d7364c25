import { currencySigns } from '#foundation/money/currency-signs.ts'
import type { Piece } from './script-fonts.ts'

/** The signs of currencies that are one character each, by their code. */
const codes = new Map(
  Array.from(currencySigns, ([code, { symbol }]) => [symbol, code.toUpperCase()] as const).filter(
    ([symbol]) => /^\p{Sc}$/u.test(symbol),
  ),
)

/**
 * A text, in its pieces, without what no font has a shape for: letters of mathematics are plain ones, the sign of a currency is its code, and
 * a letter goes without the marks that its font lacks, and what is left is named by its number. Nobody gets a box.
 */
export function legible(
  pieces: readonly (Piece & { readonly isDrawn: boolean })[],
  isDrawn: (text: string) => boolean,
): string {
  let read = ''
  let unknown: string[] = []
  const nameUnknown = () => {
    if (unknown.length > 0) read += `[${unknown.join(' ')}]`
    unknown = []
  }
  for (const { text, isDrawn: isThere } of pieces) {
    const found = isThere
      ? text
      : [text.normalize('NFKC'), ...codeOf(text), ...withFewerMarks(text, isDrawn)].find(isDrawn)
    if (found === undefined) unknown.push(...Array.from(text, numberOf))
    else {
      nameUnknown()
      read += found
    }
  }
  nameUnknown()
  return read
}

/** A letter with those of its marks that are drawn on it, or else alone. */
function withFewerMarks(text: string, isDrawn: (text: string) => boolean): string[] {
  const [letter = '', ...marks] = Array.from(text.normalize('NFD'))
  if (!marks.every((mark) => /\p{M}/u.test(mark))) return []
  const drawn = marks.filter((mark) => isDrawn(`${letter}${mark}`.normalize('NFC')))
  return [`${letter}${drawn.join('')}`.normalize('NFC'), letter]
}

function codeOf(sign: string): string[] {
  const code = codes.get(sign)
  return code === undefined ? [] : [`${code}\u00a0`]
}

function numberOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
