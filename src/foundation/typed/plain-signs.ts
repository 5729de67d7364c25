/** Letters, digits and signs in the width and digits that programs use, without hidden characters. */
export function plainSigns(typed: string): string {
  return inUsualWidth(typed.replaceAll(/\p{DI}/gu, '')).replaceAll(/\p{Nd}/gu, (digit) =>
    /\d/.test(digit) ? digit : String(valueOf(digit)),
  )
}

/** The digits of every script are ten consecutive characters. */
function valueOf(digit: string): number {
  const point = digit.codePointAt(0) ?? 0
  let first = point
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return (point - first) % 10
}

/** Japanese and Chinese input methods write letters, digits and signs in double width. */
export function inUsualWidth(typed: string): string {
  return typed.replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
}

/** Decodes a percent-encoded text. An invalid encoding becomes a character that no address contains. */
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
