import { randomInt } from 'node:crypto'

/**
 * The characters of short codes, without those that are easily confused in speech or handwriting: 0 and o, 1, i and
 * l.
 */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
const length = 7

export function newShortCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

export function isShortCode(text: string): boolean {
  return text.length === length && Array.from(text).every((letter) => alphabet.includes(letter))
}
