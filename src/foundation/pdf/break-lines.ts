import { graphemes } from './script-fonts.ts'

type Range = readonly [start: number, end: number]

const words = new Intl.Segmenter('en', { granularity: 'word' })

/** Scripts that are written without spaces. A line can end after any of their words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\u3000-\u303f\uff00-\uffef]/u
const noBeginning = /^[\p{Pe}\p{Pf}\p{Po}\u30fc\u3005\s]/u
const noEnd = /[\p{Ps}\p{Pi}]$/u

/**
 * Breaks a paragraph into lines of up to `width`, without trailing spaces. A word longer than a line is
 * broken between letters.
 */
export function breakLines(
  paragraph: string,
  width: number,
  widthOf: (start: number, end: number) => number,
): Range[] {
  const lines: Range[] = []
  let start = 0
  let end = 0
  for (const stop of stopsIn(paragraph)) {
    if (end > start && widthOf(start, trimmed(paragraph, start, stop)) > width) {
      lines.push([start, trimmed(paragraph, start, end)])
      start = end
    }
    end = stop
    for (;;) {
      const cut = cutOf(paragraph, start, end, width, widthOf)
      if (cut === end) break
      lines.push([start, cut])
      start = cut
    }
  }
  return [...lines, [start, trimmed(paragraph, start, end)]]
}

/** The positions in a text at which a line can end. */
function stopsIn(paragraph: string): number[] {
  const stops: number[] = []
  const parts = Array.from(words.segment(paragraph))
  for (const [at, { segment, index }] of parts.entries()) {
    const next = parts[at + 1]?.segment ?? ''
    const isAfterSpace = /\s$/u.test(segment) && !/^\s/u.test(next)
    const isFree = unspaced.test(segment) || unspaced.test(next)
    const isHeld = noBeginning.test(next) || noEnd.test(segment)
    if (next === '' || isAfterSpace || (isFree && !isHeld)) stops.push(index + segment.length)
  }
  return stops
}

/**
 * The furthest position that fits on the line: the end of the text if all of it fits, and otherwise at least
 * one letter further.
 */
function cutOf(
  paragraph: string,
  start: number,
  end: number,
  width: number,
  widthOf: (start: number, end: number) => number,
): number {
  if (widthOf(start, trimmed(paragraph, start, end)) <= width) return end
  let cut = start
  for (const { segment } of graphemes.segment(paragraph.slice(start, end))) {
    const next = cut + segment.length
    if (cut > start && widthOf(start, next) > width) return cut
    cut = next
  }
  return end
}

function trimmed(paragraph: string, start: number, end: number): number {
  return start + paragraph.slice(start, end).trimEnd().length
}
