import type { Piece } from './script-fonts.ts'

/** A part of a text in one font and one direction; an odd level is read from right to left. */
export type Run = { readonly text: string; readonly file: string | null; readonly level: number }

/** The runs of a paragraph between two of its places, as they follow in the text. */
export type Directions = (
  paragraph: string,
  pieces: readonly Piece[],
) => (start: number, end: number) => Run[]

/** By the bidirectional algorithm; a paragraph begins where its first letter says. */
export async function directionsOf(): Promise<Directions> {
  const { default: createBidi } = await import('bidi-js/dist/bidi.mjs')
  const bidi = createBidi()
  return (paragraph, pieces) => {
    const { levels } = bidi.getEmbeddingLevels(paragraph, 'auto')
    const starts: number[] = []
    let length = 0
    for (const { text } of pieces) {
      starts.push(length)
      length += text.length
    }
    const indexes = new Map(starts.map((start, index) => [start, index]))
    return (start, end) => {
      const runs: Run[] = []
      const [from = 0, to = pieces.length] = [indexes.get(start), indexes.get(end)]
      for (const [index, { text, file }] of pieces.slice(from, to).entries()) {
        const level = levels[starts[from + index] ?? 0] ?? 0
        const last = runs.at(-1)
        if (/^\p{Bidi_Control}$/u.test(text)) continue
        if (last === undefined || last.file !== file || last.level !== level) runs.push({ text, file, level })
        else runs[runs.length - 1] = { ...last, text: last.text + text }
      }
      return runs
    }
  }
}

/** The runs of a line from left to right (rule L2 of https://www.unicode.org/reports/tr9/). */
export function inSight<R extends Run>(runs: readonly R[]): readonly R[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start
      while ((ordered[end]?.level ?? 0) >= level) end += 1
      if (end === start) continue
      ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed())
      start = end
    }
  }
  return ordered
}
