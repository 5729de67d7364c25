import { plainSigns } from '#foundation/typed/plain-signs.ts'

/** What a search for an invoice looks for. */
export type SoughtNumbers = {
  /** The text in plain characters without its label, for reading it as another kind of number. */
  readonly plain: string
  /** The complete numbers that can be meant. */
  readonly numbers: readonly string[]
  /** The number's last digits, as in 00342, or null if more was typed. */
  readonly digits: string | null
}

/** English words that people type before a number. The number may have no digits. */
const beforeNumber = /^(?:(?:invoice|receipt|purchase|number|no\.?|nr\.?|№|#|:)\s*)+/iu

/** How many words are searched for a number. */
const mostWords = 8

/**
 * Reads an invoice number as it is printed, copied or dictated, with its label in any language: `Invoice 2026-00342`,
 * `Rechnung Nr. RE-7`, `#2026-00342`, `請求書2026-00342`, `2026 00342`, with any hyphens and in double width.
 */
export function soughtNumbers(q: string): SoughtNumbers {
  const typed = plainSigns(q)
    .replaceAll(/\s*[\p{Pd}\u2212\u2043]\s*/gu, '-')
    .replaceAll(/[\s\p{Zs}]+/gu, ' ')
    .replace(/[.,;:!?…。、)\]]+$/u, '')
    .trim()
  const words = typed
    .replace(beforeNumber, '')
    .replace(/^\D*[#№:]\s*(?=\S*\d)/u, '')
    .split(' ')
    .slice(0, mostWords)
  const first = Math.max(
    words.findIndex((word) => /\d/.test(word)),
    0,
  )
  const own = words.slice(first).join('-')
  const labeled = Array.from({ length: first }, (_, place) => words.slice(place).join('-'))
  // Some scripts have no space after the label.
  const plain = own.replace(/^\p{Lo}+(?=.*\d)/u, '')
  const numbers = [typed, own, plain, ...labeled]
  return {
    plain,
    numbers: [...new Set([q, ...numbers].flatMap((number) => [number, number.toUpperCase()]))],
    digits: /^\d{1,9}$/.test(plain) ? plain : null,
  }
}
