import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { backup } from '#foundation/db/backup/backup.ts'
import { openDatabase } from '#foundation/db/database.ts'
import { recordFinish } from '#foundation/jobs/schedule.ts'
import { restoreName } from '#payments/invoices/issue-invoices.ts'
import { restore, RestoreFailed } from '#foundation/db/backup/restore.ts'
import { BackupDamaged, listTar, writeTar, type Entry } from './tar.ts'

/** A shop's backup is a tar archive: the database first, then every uploaded file below `files/`. */
const databaseEntry = 'database.jsonl.gz'
const filesPrefix = 'files/'

/** The folder of uploaded files, in the data directory. */
function filesFolder(dataDir: string): string {
  return join(dataDir, 'files')
}

/** Unfinished uploads, which are not backed up. */
const partialFolder = '.partial'

/** Without data, the backup would be empty, so DATABASE_URL or DATA_DIR must point to the wrong place. */
export class NothingToBackUp extends Error {
  override name = 'NothingToBackUp'

  constructor() {
    super('This database contains no data. Check DATABASE_URL and DATA_DIR.')
  }
}

/**
 * Writes the shop into one file while the product runs: the database as of one moment, then the uploaded files. Only
 * its owner can read the file, which appears under its name when complete. It contains every file that the database
 * listed at that moment, except those deleted before they were read.
 */
export async function backUpShop(
  url: string,
  dataDir: string,
  file: string,
): Promise<{ rows: number; files: number }> {
  const database = `${file}.database`
  const draft = `${file}.part`
  let files = 0
  async function* content() {
    yield { name: databaseEntry, path: database }
    for await (const found of listFiles(filesFolder(dataDir))) {
      files += 1
      yield found
    }
  }
  try {
    const { rows } = await backup(url, database)
    if (rows === 0) throw new NothingToBackUp()
    await pipeline(Readable.from(writeTar(content())), createWriteStream(draft, { mode: 0o600, flush: true }))
    await rename(draft, file)
    return { rows, files }
  } finally {
    await rm(database, { force: true })
    await rm(draft, { force: true })
  }
}

async function* listFiles(folder: string) {
  // A shop without uploads has no upload folder. If the folder is unreadable, the backup would lack its files.
  if (!existsSync(folder)) return
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of found) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path).split(sep).join('/')
    if (entry.isFile() && !name.startsWith(`${partialFolder}/`)) yield { name: `${filesPrefix}${name}`, path }
  }
}

const filePath = /^[a-z0-9][a-z0-9.-]*(?:\/[a-z0-9][a-z0-9.-]*)*$/

/**
 * Fills an empty database from a shop's backup, with the uploaded files, all or nothing. Throws RestoreFailed for a
 * database with data and BackupDamaged for an incomplete backup, without changing anything.
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
    await recordRestore(url)
    return { rows, files: files.length }
  } catch (error) {
    for (const name of await namesIn(folder)) await rm(join(folder, name), { recursive: true, force: true })
    throw error
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** The backup lacks the invoices that were issued after it, so later numbers must differ from theirs. */
async function recordRestore(url: string): Promise<void> {
  const db = openDatabase(url, { log: { warn: () => undefined }, maxConnections: 1 })
  try {
    await recordFinish(db, restoreName, new Date())
  } finally {
    await db.destroy()
  }
}

async function extract(archive: string, { start, size }: Entry, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const content = size === 0 ? Readable.from([]) : createReadStream(archive, { start, end: start + size - 1 })
  await pipeline(content, createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true }))
}

async function assertNoFiles(folder: string): Promise<void> {
  if ((await namesIn(folder)).length === 0) return
  throw new RestoreFailed(`${folder} is not empty. Restore with a new DATA_DIR so nothing is overwritten.`)
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter((name) => name !== partialFolder)
}
