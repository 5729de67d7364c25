import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { text as readText } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

/**
 * Archives in the POSIX tar format (ustar), readable by any `tar` program. They contain only plain files, whose names
 * fit the format's two fields. The last file is a checksum over everything before it.
 */
const blockSize = 512
const checksumEntry = 'checksum.sha256'

/** The archive is truncated, changed, or something else entirely. */
export class BackupDamaged extends Error {
  override name = 'BackupDamaged'

  constructor(message = 'The file is not a backup of this product, or it is damaged.') {
    super(message)
  }
}

/** Where an entry's content is in the archive, in bytes. */
export type Entry = { readonly name: string; readonly start: number; readonly size: number }

/** Writes files into an archive under the given names. A file that is deleted before its turn is left out. */
export async function* writeTar(
  files: AsyncIterable<{ readonly name: string; readonly path: string }>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of writeEntries(files)) {
    hash.update(chunk)
    yield chunk
  }
  const checksum = Buffer.from(hash.digest('hex'))
  yield header(checksumEntry, checksum.length)
  yield Buffer.concat([checksum, Buffer.alloc(blockSize - checksum.length)])
  yield Buffer.alloc(2 * blockSize)
}

async function* writeEntries(files: Parameters<typeof writeTar>[0]): AsyncGenerator<Buffer> {
  for await (const { name, path } of files) {
    const file = await openUnlessGone(path)
    if (file === undefined) continue
    try {
      const { size } = await file.stat()
      yield header(name, size)
      if (size > 0) yield* read(file, size)
      yield Buffer.alloc((blockSize - (size % blockSize)) % blockSize)
    } finally {
      await file.close()
    }
  }
}

/** Lists a complete, unchanged archive. Throws BackupDamaged for any other file. */
export async function listTar(path: string): Promise<Entry[]> {
  const entries = await listEntries(path)
  const last = entries.at(-1)
  // Archives made by older versions have no checksum.
  if (last?.name !== checksumEntry) return entries
  const end = last.start - blockSize
  const [written, found] = [await readHash(path, last), await hashUpTo(path, end)]
  if (written !== found)
    throw new BackupDamaged('The backup is damaged: its content is not what was written.')
  return entries.slice(0, -1)
}

function readHash(path: string, { start, size }: Entry): Promise<string> {
  return readText(createReadStream(path, { start, end: start + size - 1 }))
}

async function hashUpTo(path: string, end: number): Promise<string> {
  const hash = createHash('sha256')
  if (end > 0) {
    await pipeline(createReadStream(path, { end: end - 1 }), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) hash.update(chunk)
    })
  }
  return hash.digest('hex')
}

async function listEntries(path: string): Promise<Entry[]> {
  const file = await open(path)
  try {
    const end = (await file.stat()).size
    const entries: Entry[] = []
    for (let position = 0; ;) {
      const block = Buffer.alloc(blockSize)
      const { bytesRead } = await file.read(block, 0, blockSize, position)
      if (bytesRead < blockSize) throw new BackupDamaged()
      if (block.every((byte) => byte === 0)) return entries
      const entry = readHeader(block, position + blockSize)
      entries.push(entry)
      position = entry.start + Math.ceil(entry.size / blockSize) * blockSize
      if (position > end) throw new BackupDamaged()
    }
  } finally {
    await file.close()
  }
}

/**
 * A file that has grown is stored at its original size. A file that has shrunk is an error, because it would shift
 * everything after it.
 */
async function* read(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  let left = size
  for await (const chunk of file.createReadStream({ start: 0, end: size - 1, autoClose: false })) {
    if (!Buffer.isBuffer(chunk)) continue
    left -= chunk.length
    yield chunk
  }
  if (left > 0) throw new Error('A file became shorter while it was backed up')
}

async function openUnlessGone(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Fields of a header: [offset, length]. */
const fields = {
  name: [0, 100],
  mode: [100, 8],
  size: [124, 12],
  time: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 8],
  prefix: [345, 155],
} as const

function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(blockSize)
  const put = (field: keyof typeof fields, text: string) => {
    const [offset, length] = fields[field]
    if (Buffer.byteLength(text) > length) throw new Error(`A tar header cannot hold the ${field} ${text}`)
    block.write(text, offset)
  }
  const [prefix, rest] = splitName(name)
  put('prefix', prefix)
  put('name', rest)
  put('mode', '0000600\0')
  put('time', `${octal(Math.floor(Date.now() / 1000), 11)}\0`)
  put('type', '0')
  put('magic', 'ustar\x0000')
  if (size <= 0o77777777777) put('size', `${octal(size, 11)}\0`)
  else {
    // For sizes beyond 8 GiB, the first bit is set to indicate a binary number.
    block.writeBigUInt64BE(BigInt(size), fields.size[0] + 4)
    block[fields.size[0]] = 0x80
  }
  put('checksum', `${octal(checksumOf(block), 6)}\0 `)
  return block
}

/** If a name is too long for its field, as many of its leading folders as needed move to the prefix field. */
function splitName(name: string): [prefix: string, rest: string] {
  const [, length] = fields.name
  if (Buffer.byteLength(name) <= length) return ['', name]
  const folders = name.split('/')
  const at = folders.findIndex((_, index) => Buffer.byteLength(folders.slice(index).join('/')) <= length)
  return [folders.slice(0, at).join('/'), folders.slice(at).join('/')]
}

function readHeader(block: Buffer, start: number): Entry {
  const text = (field: keyof typeof fields) => {
    const [offset, length] = fields[field]
    return block.toString('utf8', offset, offset + length).split('\0')[0] ?? ''
  }
  const [sizeAt] = fields.size
  const isBinary = block[sizeAt] === 0x80
  const size = isBinary ? Number(block.readBigUInt64BE(sizeAt + 4)) : Number.parseInt(text('size'), 8)
  const isWhole = text('magic') === 'ustar' && Number.parseInt(text('checksum'), 8) === checksumOf(block)
  if (!isWhole || text('type') !== '0' || !Number.isSafeInteger(size)) throw new BackupDamaged()
  const prefix = text('prefix')
  return { name: prefix === '' ? text('name') : `${prefix}/${text('name')}`, start, size }
}

/** The sum of all bytes, with the checksum itself counted as spaces. */
function checksumOf(block: Buffer): number {
  const [offset, length] = fields.checksum
  return block.reduce(
    (sum, byte, index) => sum + (index >= offset && index < offset + length ? 0x20 : byte),
    0,
  )
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0')
}
