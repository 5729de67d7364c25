import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { PartsLost, type PartStorage } from './storage.ts'

/** What the names begin with of files that arrive in parts; they outlive the process. */
export const multipartPrefix = 'begun-'

/** Parts are written to their place in one file beside the others, which is renamed when it is whole. */
export function folderParts(partial: string, place: (path: string) => string): PartStorage {
  const halfOf = ({ id }: { readonly id: string }) => join(partial, `${multipartPrefix}${id}`)
  return {
    async begin(whole) {
      const file = await open(halfOf(whole), 'a', 0o600)
      await file.close()
      return whole.id
    },
    async put(whole, { start }, content) {
      try {
        // Only what is on the disk is told to have arrived.
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
        // It may have been finished before, and nobody told.
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
