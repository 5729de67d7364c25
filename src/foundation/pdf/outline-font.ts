import { writeTrueType, type Glyph, type Outline } from './write-true-type.ts'

/** The interface through which the PDF library uses a font it has not opened itself. */
export type PdfFont = {
  readonly postscriptName: string
  readonly unitsPerEm: number
  readonly ascent: number
  readonly descent: number
  readonly xHeight: number
  readonly capHeight: number
  readonly lineGap: number
  readonly italicAngle: number
  readonly bbox: {
    readonly minX: number
    readonly minY: number
    readonly maxX: number
    readonly maxY: number
  }
  readonly post: { readonly isFixedPitch: boolean }
  readonly head: { readonly macStyle: { readonly italic: boolean } }
  readonly getGlyph: (id: number) => { readonly advanceWidth: number }
  readonly layout: (text: string) => {
    readonly glyphs: readonly { id: number; advanceWidth: number; codePoints: number[] }[]
    readonly positions: readonly {
      xAdvance: number
      yAdvance: number
      xOffset: number
      yOffset: number
    }[]
    readonly advanceWidth: number
  }
  readonly createSubset: () => { includeGlyph: (id: number) => number; encode: () => Uint8Array }
}

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      registerFont(name: string, src: PdfFont): this
    }
  }
}

/** A shaped group of letters: its text and its outline. */
export type Cluster = { readonly text: string; readonly advance: number; readonly outline: Outline }

export type OutlineFont = {
  /**
   * Adds a group of letters. Equal groups have the same `key`. Returns the character for it in text written
   * with `font`.
   */
  readonly add: (key: string, cluster: () => Cluster) => string
  readonly font: PdfFont
}

export const unitsPerEm = 2000

/**
 * The first character that stands for a group of letters. The PDF library gives no meaning to the characters
 * from here on.
 */
const first = 0x3400

/**
 * A font that is built while a document is written. Each glyph is a group of letters as one piece, from any font, with
 * its marks in place. So copied text is exactly the written text. A font's own glyphs do not guarantee this: some are
 * parts of letters, and some are in another order.
 */
export function createOutlineFont(postscriptName: string): OutlineFont {
  const clusters: Cluster[] = [{ text: '', advance: 0, outline: [] }]
  const characters = new Map<string, string>()
  const clusterAt = (id: number) => clusters[id] ?? { text: '', advance: 0, outline: [] }
  const font: PdfFont = {
    postscriptName,
    unitsPerEm,
    ascent: 2120,
    descent: -800,
    xHeight: 1000,
    capHeight: 1400,
    lineGap: 0,
    italicAngle: 0,
    bbox: { minX: -2000, minY: -1500, maxX: 8000, maxY: 3000 },
    post: { isFixedPitch: false },
    head: { macStyle: { italic: false } },
    getGlyph: (id) => ({ advanceWidth: clusterAt(id).advance }),
    layout(text) {
      const glyphs = Array.from({ length: text.length }, (_, index) => {
        const id = text.charCodeAt(index) - first
        const { advance, text: said } = clusterAt(id)
        const codePoints = Array.from(said, (character) => character.codePointAt(0) ?? 0)
        return { id, advanceWidth: advance, codePoints }
      })
      const positions = glyphs.map(({ advanceWidth }) => ({
        xAdvance: advanceWidth,
        yAdvance: 0,
        xOffset: 0,
        yOffset: 0,
      }))
      return {
        glyphs,
        positions,
        advanceWidth: glyphs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0),
      }
    },
    createSubset() {
      const places = new Map([[0, 0]])
      return {
        includeGlyph(id) {
          const place = places.get(id) ?? places.size
          places.set(id, place)
          return place
        },
        encode: () =>
          writeTrueType(
            Array.from(places.keys(), (id): Glyph => clusterAt(id)),
            unitsPerEm,
          ),
      }
    },
  }
  return {
    font,
    add(key, cluster) {
      const known = characters.get(key)
      if (known !== undefined) return known
      const character = String.fromCharCode(first + clusters.length)
      clusters.push(cluster())
      characters.set(key, character)
      return character
    },
  }
}
