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

/** An input method of Japanese or Chinese writes letters, digits and signs twice as wide. */
export function inUsualWidth(typed: string): string {
  return typed.replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
}

/** A text without its percent signs; what they spell wrongly is a mark that is none of ours. */
export function decodedSigns(text: string, times = 1): string {
  let plain = text
  for (let time = 0; time < times && plain.includes('%'); time += 1) {
    plain = plain.replaceAll(/(?:%[\da-f]{2})+/gi, (signs) => {
      try {
        return decodeURIComponent(signs)
      } catch {
        return '\ufffd'
      }
    })
  }
  return plain
}
