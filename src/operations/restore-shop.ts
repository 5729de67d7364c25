import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { restore, RestoreFailed } from '#foundation/db/backup/restore.ts'
import { databaseEntry, filesFolder, filesPrefix, partialFolder } from './shop-archive.ts'
import { BackupDamaged, listTar, type Entry } from './tar.ts'

const filePath = /^[a-z0-9][a-z0-9.-]*(?:\/[a-z0-9][a-z0-9.-]*)*$/

/**
 * Fills an empty store from a shop's backup, the database and the uploaded files, all or nothing. Throws RestoreFailed
 * for a store that holds data and BackupDamaged for a file that is no complete backup; nothing is changed then.
 */
export async function restoreShop(
  url: string,
  dataDir: string,
  file: string,
): Promise<{ rows: number; files: number }> {
  const [database, ...files] = await listTar(file)
  if (database?.name !== databaseEntry) throw new BackupDamaged()
  const paths = files.map(({ name }) => name.slice(filesPrefix.length))
  const isOurs = files.every(({ name }) => name.startsWith(filesPrefix))
  if (!isOurs || !paths.every((path) => filePath.test(path))) throw new BackupDamaged()

  const folder = filesFolder(dataDir)
  await assertNoFiles(folder)
  await mkdir(dataDir, { recursive: true })
  const scratch = await mkdtemp(join(dataDir, 'restore-'))
  try {
    for (const [index, entry] of files.entries()) await extract(file, entry, join(folder, paths[index] ?? ''))
    await extract(file, database, join(scratch, databaseEntry))
    const { rows } = await restore(url, join(scratch, databaseEntry))
    return { rows, files: files.length }
  } catch (error) {
    for (const name of await namesIn(folder)) await rm(join(folder, name), { recursive: true, force: true })
    throw error
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function extract(archive: string, { start, size }: Entry, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const content = size === 0 ? Readable.from([]) : createReadStream(archive, { start, end: start + size - 1 })
  await pipeline(content, createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true }))
}

async function assertNoFiles(folder: string): Promise<void> {
  if ((await namesIn(folder)).length === 0) return
  throw new RestoreFailed(
    `${folder} is not empty. Restore with a new DATA_DIR, so that nothing is overwritten.`,
  )
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter((name) => name !== partialFolder)
}
