import { plainSigns } from './plain-signs.ts'

/**
 * Reads numbers other than amounts. Empty text becomes null, an invalid number becomes NaN (which its field rejects),
 * and a number stays unchanged.
 */

/** Reads a percentage or another number with a fraction, such as 7.7, 7,7 or 7,7 %. */
export function readNumber(typed: unknown): number | null {
  return read(typed, (text) => {
    const plain = text
      .replace(/^\+ ?(?!-)/, '')
      .replace(
        /^% ?| ?(%|percent|per cent|pct\.?|prozent|v\. ?h\.|por ciento|por cento|per cento|pour cent|procent)$/i,
        '',
      )
      .replace(/[,\u066b]/, '.')
    return /^-?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
  })
}

/** Reads a whole number with any group separators: 1,000, 1.000, 1'000. A fraction is left for the field to reject. */
export function readWhole(typed: unknown): number | null {
  return read(typed, (text) => {
    const [, sign = '', digits = '', mark = ''] =
      /^(-?)([1-9]\d{0,2}([., '])\d{3}(?:\3\d{3})*)$/.exec(text) ?? []
    return mark === '' ? (readNumber(text) ?? Number.NaN) : Number(sign + digits.replaceAll(mark, ''))
  })
}

function read(typed: unknown, numberIn: (text: string) => number): number | null {
  if (typeof typed === 'number') return typed
  if (typeof typed !== 'string') return null
  const text = plainSigns(typed)
    .replaceAll(/\s/g, ' ')
    .replaceAll(/[\u2018\u2019\u02bc\u066c]/g, "'")
    .replaceAll(/[\u066a\ufe6a]/g, '%')
    .replace(/^\u2212/, '-')
    .trim()
  return text === '' ? null : numberIn(text)
}
