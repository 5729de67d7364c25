import { currencySigns } from '#foundation/money/currency-signs.ts'
import type { Piece } from './script-fonts.ts'

/** The currency signs that are single characters, by currency code. */
const codes = new Map(
  Array.from(currencySigns, ([code, { symbol }]) => [symbol, code.toUpperCase()] as const).filter(
    ([symbol]) => /^\p{Sc}$/u.test(symbol),
  ),
)

/**
 * The pieces of the text without characters that cannot be drawn: mathematical letters become plain ones, a currency's
 * sign becomes its code, a letter loses marks that its font lacks, and the rest become their code points. So no reader
 * sees a box for a missing character.
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

/** A letter with the marks that can be drawn, or else without any. */
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
