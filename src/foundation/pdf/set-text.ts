import type PDFDocument from 'pdfkit'
import { breakLines } from './break-lines.ts'
import { isDrawn, openFont } from './font-characters.ts'
import { legible } from './legible.ts'
import { createOutlineFont, unitsPerEm } from './outline-font.ts'
import { chooseFonts, type FontChooser, needsScriptFonts, type Piece } from './script-fonts.ts'
import { createShaper, type Shaper } from './shape-text.ts'

type Pdf = InstanceType<typeof PDFDocument>

export type TextStyle = {
  readonly font: 'regular' | 'bold'
  readonly size: number
  readonly color?: string
  readonly width: number
  readonly align?: 'left' | 'right'
  readonly lineGap?: number
}

/** Writes text in any script. Afterwards `pdf.y` is below the text. */
export type Typesetter = {
  readonly write: (text: string, x: number, y: number, style: TextStyle) => void
  readonly heightOf: (text: string, style: TextStyle) => number
  /** Whether the document's own typeface has all of a text's characters. */
  readonly isPlain: (text: string) => boolean
}

type Fonts = {
  /** All text that will be written. */
  readonly texts: readonly string[]
  readonly locale?: string | null | undefined
  readonly regular: string
  readonly bold: string
  /** A typeface with more of the characters that the document's own typeface lacks. */
  readonly fallback: string
}

/** How far a line extends above and below its baseline, as fractions of the font size, alone and with other scripts. */
const plainLine = { above: 0.928, beneath: 0.236 }
const scriptLine = { above: 1.06, beneath: 0.4 }

export async function createTypesetter(pdf: Pdf, fonts: Fonts): Promise<Typesetter> {
  const [regular, bold] = await Promise.all([openFont(fonts.regular), openFont(fonts.bold)])
  const own = new Set(Array.from(regular.characters).filter((point) => bold.characters.has(point)))
  const isPlain = (text: string) =>
    !needsScriptFonts(text) &&
    Array.from(text).every((character) => character === '\n' || own.has(character.codePointAt(0) ?? 0))
  const texts = fonts.texts.map(withoutControls).filter((text) => !isPlain(text))
  const scripts = texts.length === 0 ? null : await openScripts(pdf, { ...fonts, texts }, own)
  return {
    write(given, x, y, { font, size, color, ...style }) {
      const text = withoutControls(given)
      pdf.font(font).fontSize(size)
      if (color !== undefined) pdf.fillColor(color)
      if (scripts === null || isPlain(text)) pdf.text(text, x, y, style)
      else scripts.write(text, x, y, { font, size, ...style })
    },
    heightOf(given, { font, size, ...style }) {
      const text = withoutControls(given)
      if (scripts !== null && !isPlain(text)) return scripts.heightOf(text, { font, size, ...style })
      return pdf.font(font).fontSize(size).heightOfString(text, style)
    },
    isPlain,
  }
}

/** Unifies line ends and removes all other control characters, which are not drawn. */
function withoutControls(text: string): string {
  return text.replaceAll(/\r\n|[\r\p{Zl}\p{Zp}]/gu, '\n').replaceAll(/[^\P{Cc}\n]/gu, ' ')
}

type Setter = Pick<Typesetter, 'write' | 'heightOf'>

async function openScripts(
  pdf: Pdf,
  { texts, locale, fallback, ...own }: Fonts,
  ownCharacters: ReadonlySet<number>,
): Promise<Setter> {
  const choose = await chooseFonts(texts, locale)
  const asked = texts.flatMap((text) => [text, text.normalize('NFKC')])
  const files = new Set(asked.flatMap((text) => choose(text).flatMap(({ file }) => file ?? [])))
  const [shape, directionsIn, others] = await Promise.all([
    createShaper([...files, own.regular, own.bold, fallback]),
    directionsOf(),
    charactersOf([...files, fallback]),
  ])
  const outlines = { regular: createOutlineFont('Scripts'), bold: createOutlineFont('Scripts-Bold') }
  pdf.registerFont('scripts-regular', outlines.regular.font)
  pdf.registerFont('scripts-bold', outlines.bold.font)
  const known = drawable(choose, { own: ownCharacters, others, fallback })
  const read = (text: string) => legible(known(text), (other) => known(other).every((piece) => piece.isDrawn))
  const setLines = (text: string, style: TextStyle) =>
    read(text)
      .split('\n')
      .flatMap((paragraph) => setParagraph({ paragraph, style, shape, known, directionsIn, own }))
  return {
    write(text, x, y, style) {
      const { font, size, width, align, lineGap = 0 } = style
      pdf.y = y
      for (const line of setLines(text, style)) {
        const { above, beneath } = line.runs.some(({ file }) => file !== null) ? scriptLine : plainLine
        if (pdf.y + (above + beneath) * size > pdf.page.height - pdf.page.margins.bottom) {
          pdf.addPage()
          pdf.y = pdf.page.margins.top
        }
        const base = pdf.y + above * size
        const left = align === 'right' ? x + width - line.width : x
        for (const run of line.runs) {
          const written = run.clusters.map(({ key, draw }) => outlines[font].add(key, draw)).join('')
          pdf.font(`scripts-${font}`).fontSize(size)
          pdf.text(written, left + run.x, base, { lineBreak: false, baseline: 'alphabetic' })
        }
        pdf.y = base + beneath * size + lineGap
      }
      pdf.x = x
    },
    heightOf(text, style) {
      const { size, lineGap = 0 } = style
      return setLines(text, style).reduce((sum, { runs }) => {
        const { above, beneath } = runs.some(({ file }) => file !== null) ? scriptLine : plainLine
        return sum + (above + beneath) * size + lineGap
      }, 0)
    },
  }
}

async function charactersOf(files: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  return new Map(
    await Promise.all(files.map(async (file) => [file, (await openFont(file)).characters] as const)),
  )
}

type DrawnPiece = Piece & { readonly isDrawn: boolean }
type Drawable = {
  readonly own: ReadonlySet<number>
  readonly others: ReadonlyMap<string, ReadonlySet<number>>
  readonly fallback: string
}

/**
 * The chosen fonts if they are open and complete, or else the document's own font or another one with the characters.
 */
function drawable(
  choose: FontChooser,
  { own, others, fallback }: Drawable,
): (text: string) => readonly DrawnPiece[] {
  const draws = (file: string | null, text: string) =>
    isDrawn(text, file === null ? own : (others.get(file) ?? nothing))
  return (text) =>
    choose(text).map((piece) => {
      const file = [piece.file, null, fallback, ...others.keys()].find((one) => draws(one, piece.text))
      return { text: piece.text, file: file ?? null, isDrawn: file !== undefined }
    })
}

const nothing: ReadonlySet<number> = new Set()

type SetLine = { readonly runs: readonly SetRun[]; readonly width: number }
type SetRun = Run & { readonly clusters: ReturnType<Shaper>; readonly x: number }

type Paragraph = {
  readonly paragraph: string
  readonly style: TextStyle
  readonly shape: Shaper
  readonly known: FontChooser
  readonly directionsIn: Directions
  readonly own: { readonly regular: string; readonly bold: string }
}

/** The lines of a paragraph, each with its runs in logical order and their positions. */
function setParagraph({ paragraph, style, shape, known, directionsIn, own }: Paragraph): SetLine[] {
  const { font, size, width } = style
  const scale = size / unitsPerEm
  const runsIn = directionsIn(paragraph, known(paragraph))
  const setRun = (run: Run) => {
    const clusters = shape(run.text, run.file ?? own[font], font, run.level % 2 === 1)
    return { ...run, clusters, width: clusters.reduce((sum, { advance }) => sum + advance, 0) * scale }
  }
  const widthOf = (start: number, end: number) =>
    runsIn(start, end).reduce((sum, run) => sum + setRun(run).width, 0)
  return breakLines(paragraph, width, widthOf).map(([start, end]) => {
    const runs = runsIn(start, end).map(setRun)
    const places = new Map<Run, number>()
    let x = 0
    for (const run of inSight(runs)) {
      places.set(run, x)
      x += run.width
    }
    return { width: x, runs: runs.map((run) => ({ ...run, x: places.get(run) ?? 0 })) }
  })
}

/** A run of text in one font and direction. Odd levels are right-to-left. */
type Run = { readonly text: string; readonly file: string | null; readonly level: number }

/** The runs of a paragraph between two positions, in logical order. */
type Directions = (paragraph: string, pieces: readonly Piece[]) => (start: number, end: number) => Run[]

/** The directions by the bidirectional algorithm. A paragraph starts in the direction of its first letter. */
async function directionsOf(): Promise<Directions> {
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
function inSight<R extends Run>(runs: readonly R[]): readonly R[] {
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
