import { Zip, ZipDeflate } from 'fflate'

/** A file in an archive. Names are unique and use `/` for folders. */
export type ZipEntry = { readonly name: string; readonly content: string | Buffer }

/** Writes a ZIP archive piece by piece, with one file in memory at a time, up to 65,535 files. `at` is each file's time. */
export async function* writeZip(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error
    pieces.push(piece)
  })
  const written = () => {
    const all = Buffer.concat(pieces)
    pieces = []
    return all
  }
  for await (const { name, content } of entries) {
    const file = new ZipDeflate(name)
    file.mtime = at
    zip.add(file)
    file.push(Buffer.from(content), true)
    yield written()
  }
  zip.end()
  yield written()
}
