import { crc32, deflateRawSync } from 'node:zlib'

/** A file in an archive. Names are unique and use `/` for folders. */
export type ZipEntry = { readonly name: string; readonly content: string | Buffer }

/** How many files an archive can have without the extension for large ones (ZIP64). */
export const mostEntries = 65_535

/** The version of the format that a reader needs, flags for names in UTF-8, and the method "deflate". */
const [version, utf8Names, deflated] = [20, 0x0800, 8]

type Placed = { readonly name: Buffer; readonly offset: number; readonly head: Buffer }

/** Writes a ZIP archive piece by piece, with one file in memory at a time. `at` is each file's time, in UTC. */
export async function* writeZip(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Buffer> {
  const placed: Placed[] = []
  let offset = 0
  for await (const { name: text, content } of entries) {
    const [name, bytes] = [Buffer.from(text), Buffer.from(content)]
    const packed = deflateRawSync(bytes)
    const head = headOf(name, bytes, packed, at)
    placed.push({ name, offset, head })
    const piece = Buffer.concat([numbers([4, 0x04034b50]), head, numbers([2, 0]), name, packed])
    offset += piece.length
    yield piece
  }
  if (placed.length > mostEntries) throw new RangeError('Too many files for one archive')
  const directory = Buffer.concat(placed.map(entryOf))
  const counts = [2, placed.length] as const
  const sizes = [
    [4, directory.length],
    [4, offset],
  ] as const
  yield Buffer.concat([directory, numbers([4, 0x06054b50], [2, 0], [2, 0], counts, counts, ...sizes, [2, 0])])
}

/** What a file and its entry in the directory both say, up to the length of the name. */
function headOf(name: Buffer, bytes: Buffer, packed: Buffer, at: Date): Buffer {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  return numbers(
    [2, version],
    [2, utf8Names],
    [2, deflated],
    [2, time],
    [2, day],
    [4, crc32(bytes)],
    [4, packed.length],
    [4, bytes.length],
    [2, name.length],
  )
}

function entryOf({ name, offset, head }: Placed): Buffer {
  const rest = numbers([2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset])
  return Buffer.concat([numbers([4, 0x02014b50], [2, version]), head, rest, name])
}

/** Numbers in two or four bytes each, the lowest byte first. */
function numbers(...all: readonly (readonly [2 | 4, number])[]): Buffer {
  return Buffer.concat(
    all.map(([size, value]) => {
      const bytes = Buffer.alloc(size)
      bytes.writeUIntLE(value, 0, size)
      return bytes
    }),
  )
}
