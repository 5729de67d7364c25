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
