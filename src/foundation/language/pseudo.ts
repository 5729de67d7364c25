import { lookUp } from '../values/look-up.ts'

const accents: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  d: 'ð',
  e: 'é',
  g: 'ğ',
  i: 'í',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'ü',
  y: 'ý',
  z: 'ž',
  A: 'Á',
  C: 'Ç',
  E: 'É',
  I: 'Í',
  N: 'Ñ',
  O: 'Ö',
  S: 'Š',
  U: 'Ü',
}

/** A message with accents on its letters, and two fifths longer. Its placeholders and tags stay unchanged. */
export function pseudo(message: string): string {
  let depth = 0
  let letters = 0
  const accented = message.replaceAll(/<\/?\w+>|[{}]|./gs, (piece) => {
    if (piece === '{') depth += 1
    if (piece === '}') depth -= 1
    // Only every second level of nesting has the text of cases. The others have names.
    if (piece.length > 1 || depth % 2 === 1) return piece
    if (depth === 0) letters += 1
    return lookUp(accents, piece) ?? piece
  })
  const longer = 'ßéþ '.repeat(Math.max(1, Math.ceil((letters * 0.4) / 4))).trimEnd()
  return `${accented} ${longer}`
}
