import { inUsualWidth } from './usual-width.ts'

/** A text of letters, digits and signs, none of which is hidden, in the width and with the digits that programs write. */
export function plainSigns(typed: string): string {
  return inUsualWidth(typed.replaceAll(/\p{DI}/gu, '')).replaceAll(/\p{Nd}/gu, (digit) =>
    /\d/.test(digit) ? digit : String(valueOf(digit)),
  )
}

/** Digits stand in rows of ten, in every script. */
function valueOf(digit: string): number {
  const point = digit.codePointAt(0) ?? 0
  let first = point
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return (point - first) % 10
}
