import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { type Client, escapeIdentifier } from 'pg'
import { z } from 'zod'
import { ConfigurationError } from '#foundation/config/config.ts'
import { hasCode } from '#foundation/db/embedded/files.ts'
import { openClient } from '#foundation/db/server/hosts.ts'
import { backUpShop, restoreShop } from '../shop-archive.ts'
import type { Store } from '../open-store.ts'
import { BackupDamaged } from '../tar.ts'
import { type BackupPlace, openBackupPlace } from './backup-place.ts'

export type BackupOptions = {
  /** A folder, or `s3://…`. */
  readonly to: string
  /** How many archives to keep, or undefined for all. */
  readonly keep: number | undefined
  /** The public key to encrypt to, or undefined for no encryption. */
  readonly recipient: string | undefined
  readonly isVerified: boolean
}

const scratchPrefix = 'backup-run-'
/** In milliseconds. */
const longestRun = 24 * 60 * 60 * 1000

/** The pattern of archive names. Sorted by name, archives are in chronological order. */
const archiveName = /^tillform-\d{8}t\d{6}z\.backup(?:\.age)?$/

/** A complete, stored archive. */
export type StoredBackup = { readonly name: string; readonly rows: number; readonly files: number }

/**
 * Backs up the shop once: writes an archive, optionally restores it as a test, encrypts it, stores it, reads it back
 * and compares it. Only then are the oldest archives beyond `keep` removed.
 */
export async function runBackup(
  { url, config }: Pick<Store, 'url' | 'config'>,
  { to, keep, recipient, isVerified }: BackupOptions,
  now: () => Date = () => new Date(),
): Promise<StoredBackup> {
  const { dataDir } = config
  const at = now()
  const place = await openBackupPlace(to)
  await mkdir(dataDir, { recursive: true })
  await removeLeftovers(dataDir)
  const scratch = await mkdtemp(join(dataDir, scratchPrefix))
  try {
    const archive = join(scratch, 'shop.backup')
    const { rows, files } = await backUpShop(url, dataDir, archive)
    if (isVerified) await verifyBackup(url, archive, join(scratch, 'restored'), { rows, files })
    const file = await encrypted(archive, recipient)
    const stamp = at
      .toISOString()
      .replace(/\.\d+Z$/, 'z')
      .replaceAll(/[:-]/g, '')
      .toLowerCase()
    const name = `tillform-${stamp}.backup${recipient === undefined ? '' : '.age'}`
    await putWhole(place, name, file)
    if (keep !== undefined) await removeOldest(place, keep)
    return { name, rows, files }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** A killed run leaves an archive that anyone with access to the folder can read. */
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(scratchPrefix)) continue
    const found = await stat(join(dataDir, name))
    const isOld = found.isDirectory() && found.mtimeMs < Date.now() - longestRun
    if (isOld) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

async function encrypted(archive: string, recipient: string | undefined): Promise<string> {
  if (recipient === undefined) return archive
  const { encryptFile } = await import('./encrypt-backup.ts')
  await encryptFile(archive, `${archive}.age`, recipient)
  await rm(archive)
  return `${archive}.age`
}

/** Throws and removes the archive if it does not read back as written. */
async function putWhole(place: BackupPlace, name: string, file: string): Promise<void> {
  await place.put(name, file)
  const [written, found] = [await hashOf(createReadStream(file)), await hashOf(await place.read(name))]
  if (written === found) return
  await place.delete(name)
  throw new BackupDamaged('The stored backup differs from what was written and was removed.')
}

async function removeOldest(place: BackupPlace, keep: number): Promise<void> {
  const names = (await place.list()).filter((name) => archiveName.test(name)).toSorted()
  for (const name of names.slice(0, -keep)) await place.delete(name)
}

async function hashOf(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(content, hash)
  return hash.digest('hex')
}

const prefix = 'tillform_verify_'

/**
 * Restores an archive into a folder and a separate database next to the shop's, as if the shop were lost, and counts
 * its contents. Throws if they differ from what was backed up. The database is always dropped afterwards.
 */
async function verifyBackup(
  url: string,
  archive: string,
  scratch: string,
  expected: { readonly rows: number; readonly files: number },
): Promise<void> {
  const client = await openClient(url, { application_name: 'tillform verify' })
  try {
    await dropLeftovers(client)
    const name = `${prefix}${randomBytes(6).toString('hex')}`
    await createScratch(client, name)
    try {
      const found = await restoreShop(urlOf(url, name), scratch, archive)
      if (found.rows !== expected.rows || found.files !== expected.files) {
        throw new BackupDamaged(
          `The backup is incomplete: of ${expected.rows} rows and ${expected.files} files, ${found.rows} and ${found.files} were restored.`,
        )
      }
    } finally {
      await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`)
    }
  } finally {
    await client.end()
  }
}

async function createScratch(client: Client, name: string): Promise<void> {
  try {
    await client.query(`create database ${escapeIdentifier(name)}`)
  } catch (error) {
    if (!hasCode(error, ['42501'])) throw error
    throw new ConfigurationError(
      '--verify restores into a separate database, which the user in DATABASE_URL cannot create. ' +
        'As a PostgreSQL superuser, run: alter role USER createdb',
    )
  }
}

/** Databases left behind by killed runs. A database that is in use or belongs to another user cannot be dropped. */
async function dropLeftovers(client: Client): Promise<void> {
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
    prefix,
  ])
  for (const { datname } of z.array(z.object({ datname: z.string() })).parse(rows)) {
    await client.query(`drop database if exists ${escapeIdentifier(datname)}`).catch(() => undefined)
  }
}

/** The connection URL with another database name. It can contain any number of hosts. */
function urlOf(url: string, database: string): string {
  return url.replace(/^([^:]+:\/\/[^/?#]*)(?:\/[^?#]*)?/, (_, server: string) => `${server}/${database}`)
}
