/** Contours of points. Each point is on the curve, or controls it between two such points. */
export type Outline = readonly (readonly Point[])[]
export type Point = { readonly x: number; readonly y: number; readonly isOnCurve: boolean }
export type Glyph = { readonly advance: number; readonly outline: Outline }

/**
 * Makes a TrueType file from these glyphs, with only the tables that a PDF needs
 * (https://learn.microsoft.com/typography/opentype/spec/otff).
 */
export function writeTrueType(glyphs: readonly Glyph[], unitsPerEm: number): Uint8Array {
  const outlines = glyphs.map(({ outline }) => writeOutline(outline))
  const points = glyphs.flatMap(({ outline }) => outline.flat())
  const box = boxOf(points)
  const offsets = outlines.reduce<number[]>((all, { length }) => [...all, (all.at(-1) ?? 0) + length], [0])
  const most = (count: (outline: Outline) => number) =>
    glyphs.reduce((highest, { outline }) => Math.max(highest, count(outline)), 0)
  const tables = [
    ['glyf', Buffer.concat(outlines)],
    ['head', writeHead(box, unitsPerEm)],
    ['hhea', writeHorizontalHeader(glyphs)],
    ['hmtx', words(glyphs.flatMap(({ advance, outline }) => [advance, boxOf(outline.flat()).minX]))],
    ['loca', longs(offsets)],
    [
      'maxp',
      Buffer.concat([
        longs([0x10000]),
        words([
          glyphs.length,
          most((outline) => outline.flat().length),
          most((outline) => outline.length),
          0,
          0,
          2,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
        ]),
      ]),
    ],
  ] as const
  return assemble(tables)
}

function assemble(tables: readonly (readonly [string, Buffer])[]): Uint8Array {
  const power = Math.floor(Math.log2(tables.length))
  const range = 16 * 2 ** power
  const header = [longs([0x10000]), words([tables.length, range, power, 16 * tables.length - range])]
  let offset = 12 + 16 * tables.length
  const bodies: Buffer[] = []
  for (const [tag, table] of tables) {
    const body = padded(table)
    header.push(Buffer.from(tag, 'latin1'), longs([checksum(body), offset, table.length]))
    bodies.push(body)
    offset += body.length
  }
  return Buffer.concat([...header, ...bodies])
}

/** The data of one glyph, or nothing for an invisible one. */
function writeOutline(outline: Outline): Buffer {
  const points = outline.flat()
  if (points.length === 0) return Buffer.alloc(0)
  const { minX, minY, maxX, maxY } = boxOf(points)
  const ends = outline.reduce<number[]>((all, { length }) => [...all, (all.at(-1) ?? -1) + length], [])
  const steps = (axis: 'x' | 'y') => points.map((point, at) => point[axis] - (points[at - 1]?.[axis] ?? 0))
  return padded(
    Buffer.concat([
      words([outline.length, minX, minY, maxX, maxY, ...ends, 0]),
      Buffer.from(points.map(({ isOnCurve }) => (isOnCurve ? 1 : 0))),
      words([...steps('x'), ...steps('y')]),
    ]),
  )
}

function writeHead({ minX, minY, maxX, maxY }: Box, unitsPerEm: number): Buffer {
  return Buffer.concat([
    longs([0x10000, 0x10000, 0, 0x5f0f3cf5]),
    words([0, unitsPerEm]),
    longs([0, 0, 0, 0]),
    words([minX, minY, maxX, maxY, 0, 8, 2, 1, 0]),
  ])
}

function writeHorizontalHeader(glyphs: readonly Glyph[]): Buffer {
  const widest = glyphs.reduce((most, { advance }) => Math.max(most, advance), 0)
  return Buffer.concat([
    longs([0x10000]),
    words([2120, -800, 0, widest, 0, 0, widest, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.length]),
  ])
}

type Box = { readonly minX: number; readonly minY: number; readonly maxX: number; readonly maxY: number }

function boxOf(points: readonly Point[]): Box {
  const box = { minX: 0, minY: 0, maxX: 0, maxY: 0 }
  for (const [index, { x, y }] of points.entries()) {
    box.minX = index === 0 ? x : Math.min(box.minX, x)
    box.minY = index === 0 ? y : Math.min(box.minY, y)
    box.maxX = index === 0 ? x : Math.max(box.maxX, x)
    box.maxY = index === 0 ? y : Math.max(box.maxY, y)
  }
  return box
}

function words(values: readonly number[]): Buffer {
  const written = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) written.writeUInt16BE(value & 0xffff, index * 2)
  return written
}

function longs(values: readonly number[]): Buffer {
  const written = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) written.writeUInt32BE(value >>> 0, index * 4)
  return written
}

function padded(table: Buffer): Buffer {
  return Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)])
}

function checksum(table: Buffer): number {
  let sum = 0
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0
  return sum
}
