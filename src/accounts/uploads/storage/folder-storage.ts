import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { NoRoom } from '#accounts/uploads/errors.ts'
import type { UploadServices } from '#accounts/uploads/multipart/store-upload.ts'
import { type ByteRange, type FileStorage, PartsLost, type PartStorage, type StoredFile } from './storage.ts'

const safePath = /^[a-z0-9][a-z0-9.-]*(?:\/[a-z0-9][a-z0-9.-]*)*$/
const hour = 60 * 60 * 1000
/** Half-written files of a killed process are deleted when they are older than any upload can take, in milliseconds. */
const staleAfter = hour
/** An upload in parts can be idle for a day. No database row refers to an older one. */
const multipartStaleAfter = 48 * hour

/**
 * Stores files in a local folder, created if missing. A file is written next to its final path and renamed, so no
 * reader ever sees an incomplete one. A path that could lead out of the folder throws.
 */
export async function openFolderStorage(folder: string): Promise<FileStorage> {
  const root = resolve(folder)
  const partial = join(root, '.partial')
  await mkdir(partial, { recursive: true, mode: 0o700 })
  await sweep(partial)
  const place = (path: string): string => {
    if (!safePath.test(path)) throw new Error('A storage path contains invalid characters')
    return join(root, path)
  }
  return {
    async put(path, content) {
      const target = place(path)
      const half = join(partial, randomUUID())
      const source = Buffer.isBuffer(content) ? Readable.from([content]) : content
      try {
        await pipeline(source, createWriteStream(half, { flags: 'wx', mode: 0o600 }))
        await mkdir(dirname(target), { recursive: true, mode: 0o700 })
        await rename(half, target)
      } catch (error) {
        await rm(half, { force: true })
        throw error
      }
    },
    read: (path, range) => openFile(place(path), range),
    sizeOf: (path) => sizeOf(place(path)),
    parts: folderParts(partial, place),
    async room() {
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },
    delete: (path) => rm(place(path), { force: true }),
  }
}

async function openFile(target: string, range?: ByteRange): Promise<StoredFile | undefined> {
  return unlessMissing(async () => {
    const file = await open(target)
    const { size } = await file.stat()
    if (range === undefined) return { stream: file.createReadStream(), size }
    return { stream: file.createReadStream({ ...range }), size: range.end - range.start + 1 }
  })
}

function sizeOf(target: string): Promise<number | undefined> {
  return unlessMissing(async () => (await stat(target)).size)
}

async function unlessMissing<T>(find: () => Promise<T>): Promise<T | undefined> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function sweep(partial: string): Promise<void> {
  for (const name of await readdir(partial)) {
    const half = join(partial, name)
    const found = await stat(half).catch(() => undefined)
    const most = name.startsWith(multipartPrefix) ? multipartStaleAfter : staleAfter
    if (found !== undefined && found.mtimeMs < Date.now() - most) await rm(half, { force: true })
  }
}

/** The prefix of files that arrive in parts, which stay when the process ends. */
const multipartPrefix = 'begun-'

/** Parts are written to their position in one file next to the others, which is renamed when it is complete. */
function folderParts(partial: string, place: (path: string) => string): PartStorage {
  const halfOf = ({ id }: { readonly id: string }) => join(partial, `${multipartPrefix}${id}`)
  return {
    async begin(whole) {
      const file = await open(halfOf(whole), 'a', 0o600)
      await file.close()
      return whole.id
    },
    async put(whole, { start }, content) {
      try {
        // A part is reported only once it is on the disk.
        const at = createWriteStream(halfOf(whole), { flags: 'r+', start, flush: true })
        await pipeline(content, at)
      } catch (error) {
        throw isMissing(error) ? new PartsLost() : error
      }
      return ''
    },
    async finish(whole) {
      const target = place(whole.path)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      try {
        await rename(halfOf(whole), target)
      } catch (error) {
        if (!isMissing(error)) throw error
        // The upload may have been finished earlier, with the response lost.
        const found = await stat(target).catch(() => undefined)
        if (found === undefined) throw new PartsLost()
      }
    },
    giveUp: (whole) => rm(halfOf(whole), { force: true }),
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** How many bytes uploads leave free on a disk, for the database and the log. */
const reserve = 1024 ** 3

/** Throws NoRoom if the disk does not have this many bytes to spare. A bucket always does. */
export async function demandDiskRoom(
  { storage }: Pick<UploadServices, 'storage'>,
  name: string,
  bytes: number,
): Promise<void> {
  const room = await storage.room()
  if (room !== undefined && room - bytes < reserve) throw new NoRoom(name)
}
