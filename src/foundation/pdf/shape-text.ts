import type * as HarfBuzz from 'harfbuzzjs'
import { openFont } from './font-characters.ts'
import { unitsPerEm, type Cluster } from './outline-font.ts'
import type { Outline, Point } from './write-true-type.ts'

type Weight = 'regular' | 'bold'
export type ShapedCluster = { readonly key: string; readonly advance: number; readonly draw: () => Cluster }

/** The groups of letters in `text` from left to right, as this font and weight draw them. */
export type Shaper = (
  text: string,
  file: string,
  weight: Weight,
  isRightToLeft: boolean,
) => readonly ShapedCluster[]

const weights = { regular: 400, bold: 700 }

/** Shapes texts in these fonts. */
export async function createShaper(files: readonly string[]): Promise<Shaper> {
  const harfBuzz = await import('harfbuzzjs')
  const opened = new Map(
    await Promise.all(files.map(async (file) => [file, (await openFont(file)).face] as const)),
  )
  const fonts = new Map<string, HarfBuzz.Font>()
  const fontOf = (file: string, weight: Weight) => {
    const name = `${weight} ${file}`
    const known = fonts.get(name)
    if (known !== undefined) return known
    const face = opened.get(file)
    if (face === undefined) throw new RangeError(`A font that was not opened: ${file}`)
    const font = new harfBuzz.Font(face)
    font.setScale(unitsPerEm, unitsPerEm)
    font.setVariations([new harfBuzz.Variation('wght', weights[weight])])
    fonts.set(name, font)
    return font
  }
  return (text, file, weight, isRightToLeft) => {
    const font = fontOf(file, weight)
    const buffer = new harfBuzz.Buffer()
    buffer.addText(text)
    buffer.setDirection(isRightToLeft ? harfBuzz.Direction.RTL : harfBuzz.Direction.LTR)
    buffer.guessSegmentProperties()
    harfBuzz.shape(font, buffer)
    const infos = buffer.getGlyphInfos()
    const starts = [...new Set(infos.map(({ cluster }) => cluster)), text.length].sort((a, b) => a - b)
    const positions = buffer.getGlyphPositions()
    const groups = new Map<number, PlacedGlyph[]>()
    for (const [index, { codepoint, cluster }] of infos.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
      const placed = groups.get(cluster) ?? []
      placed.push({ id: codepoint, advance: xAdvance, x: xOffset, y: yOffset })
      groups.set(cluster, placed)
    }
    return Array.from(groups, ([start, glyphs]) => {
      const said = text.slice(start, starts[starts.indexOf(start) + 1])
      const advance = glyphs.reduce((sum, glyph) => sum + glyph.advance, 0)
      return {
        key: `${file} ${said} ${JSON.stringify(glyphs)}`,
        advance,
        // Programs that extract text reverse all of such a line, which restores the order of the letters.
        draw: () => ({
          text: isRightToLeft ? Array.from(said).toReversed().join('') : said,
          advance,
          outline: outlineOf(font, glyphs),
        }),
      }
    })
  }
}

type PlacedGlyph = {
  readonly id: number
  readonly advance: number
  readonly x: number
  readonly y: number
}

function outlineOf(font: HarfBuzz.Font, glyphs: readonly PlacedGlyph[]): Outline {
  const contours: Point[][] = []
  let pen = 0
  for (const { id, advance, x, y } of glyphs) {
    for (const { type, values } of font.glyphToJson(id)) {
      if (type === 'M') contours.push([])
      for (let at = 0; at + 1 < values.length; at += 2) {
        contours.at(-1)?.push({
          x: Math.round((values[at] ?? 0) + pen + x),
          y: Math.round((values[at + 1] ?? 0) + y),
          isOnCurve: at === values.length - 2,
        })
      }
    }
    pen += advance
  }
  return contours
}
