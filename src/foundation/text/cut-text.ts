// Cuts text that people wrote without splitting a visible character, such as an emoji of a flag or a family.

/** Created when it is first needed. Older browsers do not have it. */
let found: Intl.Segmenter | undefined

function segmenter(): Intl.Segmenter | undefined {
  if (found === undefined && 'Segmenter' in Intl)
    found = new Intl.Segmenter('en', { granularity: 'grapheme' })
  return found
}

/** The start of the character at the UTF-16 unit `place`, where the text can be split. */
export function characterStart(text: string, place: number): number {
  if (place >= text.length) return text.length
  return segmenter()?.segment(text).containing(place)?.index ?? codePointStart(text, place)
}

function codePointStart(text: string, place: number): number {
  const isSecondHalf = (text.codePointAt(place - 1) ?? 0) > 0xff_ff
  return isSecondHalf ? place - 1 : place
}

/**
 * The beginning of the text in whole characters: up to `units` UTF-16 units, and never more characters than that. If
 * the first character alone is longer, its first code points.
 */
export function beginningOf(text: string, units: number): string {
  return text.slice(0, characterStart(text, units) || codePointStart(text, units))
}

/** The first character of the text, for example as an initial. */
export function firstCharacter(text: string): string {
  const [first] = segmenter()?.segment(text) ?? []
  return first?.segment ?? Array.from(text)[0] ?? ''
}

/** The first characters of the text, as people count them, with an ellipsis if there were more. */
export function cutText(text: string, maximum: number): string {
  const characters = segmenter()?.segment(text) ?? Array.from(text, (segment) => ({ segment }))
  let shown = ''
  let count = 0
  for (const { segment } of characters) {
    if (count === maximum) return `${shown.trimEnd()}…`
    shown += segment
    count += 1
  }
  return text
}

/** The first words that fit into `units` UTF-16 units together with an ellipsis, or the whole text if it fits. */
export function cutAtWord(text: string, units: number): string {
  if (text.length <= units) return text
  const fitting = beginningOf(text, units - 1)
  const isWordsEnd = /[\s,;:.!?]/.test(text.charAt(fitting.length))
  // Scripts without spaces, and single long words, are cut after a character.
  const end = isWordsEnd ? fitting.length : fitting.search(/\s\S*$/)
  const words = end > units / 2 ? fitting.slice(0, end) : fitting
  return `${words.replace(/[\s\p{Pd},;:]+$/u, '')}…`
}
