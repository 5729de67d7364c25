// @module-tag long makes and restores backups with PostgreSQL's programs
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConfigurationError } from '#foundation/config/config.ts'
import { RestoreFailed } from '#foundation/db/backup/restore.ts'
import { withClient } from '#foundation/db/test-client.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#foundation/db/test-database.ts'
import { BackupDamaged } from '../tar.ts'
import { restoreArchive } from './restore-archive.ts'
import { runBackup, type BackupOptions } from './run-backup.ts'

const buyer = 'bea-novak@example.com'
/** A path as long as a real upload's. */
const sold =
  'users/01a20476-9c30-774e-81ce-1f7977ed68d6/uploads/divers-01a20476-9f7c-726b-b9a7-59e55d5b4b13.csv'

let shop: TestDatabase
let empty: TestDatabase
let folder: string
let options: BackupOptions
let identity: string
let identityFile: string
let hour: number

beforeEach(async () => {
  ;[shop, empty] = await Promise.all([createTestDatabase(), createEmptyDatabase()])
  folder = await mkdtemp(join(tmpdir(), 'tillform-backups-'))
  await withClient(shop.url, (client) =>
    client.query('insert into users (id, name, email) values (gen_random_uuid(), $1, $2)', ['Bea', buyer]),
  )
  await mkdir(join(folder, 'data/files/pictures'), { recursive: true })
  await writeFile(join(folder, 'data/files/pictures/form-1.webp'), 'a picture')
  await mkdir(join(folder, 'data/files', dirname(sold)), { recursive: true })
  await writeFile(join(folder, 'data/files', sold), 'what a buyer paid for')
  identity = await generateX25519Identity()
  identityFile = join(folder, 'key.txt')
  await writeFile(identityFile, `# created: today\n${identity}\n`)
  const recipient = await identityToRecipient(identity)
  options = { to: join(folder, 'kept'), keep: undefined, recipient, isVerified: false }
  hour = 0
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all([shop.drop(), empty.drop()])
  await rm(folder, { recursive: true })
})

/** Runs a backup, one hour after the previous one. */
function run(changed: Partial<BackupOptions> = {}) {
  const config = { isProduction: true, dataDir: join(folder, 'data'), databaseUrl: shop.url }
  const now = new Date(Date.UTC(2026, 0, 1, (hour += 1)))
  const store = { config, url: shop.url, close: () => Promise.resolve() }
  return runBackup(store, { ...options, ...changed }, () => now)
}

const restore = (archive: string, key: string | undefined = identityFile) =>
  restoreArchive(empty.url, join(folder, 'restored'), archive, key)

/** Returns the first column of a query's result. */
async function ask(url: string, statement: string): Promise<unknown[]> {
  const { rows } = await withClient(url, (client) =>
    client.query<unknown[]>({ text: statement, rowMode: 'array' }),
  )
  return rows.flat()
}

const emails = (url: string) => ask(url, 'select email from users')
const tables = (url: string) =>
  ask(url, "select relname from pg_class where relnamespace = 'public'::regnamespace")
const scratchDatabases = () =>
  ask(shop.url, "select datname from pg_database where starts_with(datname, 'tillform_verify_')")

// Proves restored-numbers.
test('an encrypted backup reveals nothing without its key and restores completely with it', async () => {
  const { name, rows, files } = await run()
  const archive = join(folder, 'kept', name)
  expect(name).toBe('tillform-20260101t010000z.backup.age')
  const content = await readFile(archive)
  for (const word of [buyer, 'a picture', 'database.jsonl']) expect(content.includes(word)).toBe(false)
  expect((await readdir(join(folder, 'data'))).toSorted()).toEqual(['files'])

  expect(await restore(archive)).toEqual({ rows, files })
  expect(await emails(empty.url)).toEqual([buyer])
  // The restored database does not contain invoice numbers issued since the backup.
  expect(await ask(empty.url, "select name from schedules where name = 'restore'")).toEqual(['restore'])
  expect(await readFile(join(folder, 'restored/files/pictures/form-1.webp'), 'utf8')).toBe('a picture')
  expect(await readFile(join(folder, 'restored/files', sold), 'utf8')).toBe('what a buyer paid for')
  expect(await readdir(join(folder, 'restored'))).toEqual(['files'])
})

test('a damaged backup or a wrong or missing key leaves the database empty', async () => {
  const { name } = await run()
  const archive = join(folder, 'kept', name)
  await expect(restoreArchive(empty.url, join(folder, 'restored'), archive, undefined)).rejects.toThrow(
    'This backup is encrypted. Name the file with its secret key: --identity KEYFILE',
  )
  const other = join(folder, 'other.txt')
  await writeFile(other, await generateX25519Identity())
  await expect(restore(archive, other)).rejects.toThrow(`The key in ${other} does not open this backup.`)
  await writeFile(other, 'something else')
  await expect(restore(archive, other)).rejects.toThrow('a line that is not an age key')
  await writeFile(other, '# nothing\n')
  await expect(restore(archive, other)).rejects.toThrow('contains no age key')

  const whole = await readFile(archive)
  const altered = Buffer.from(whole)
  altered[whole.length - 100] = (altered[whole.length - 100] ?? 0) ^ 1
  for (const damaged of [altered, whole.subarray(0, -20), whole.subarray(0, 100)]) {
    await writeFile(archive, damaged)
    await expect(restore(archive)).rejects.toThrow(BackupDamaged)
  }
  expect(await tables(empty.url)).toEqual([])
  expect(await readdir(join(folder, 'restored'))).toEqual([])
})

test('a backup fails if the shop’s files cannot be read', async () => {
  await rm(join(folder, 'data/files'), { recursive: true })
  const { files } = await run()
  expect(files).toBe(0)
  await writeFile(join(folder, 'data/files'), 'in the way')
  await expect(run()).rejects.toThrow('ENOTDIR')
  expect(await readdir(options.to)).toHaveLength(1)
})

test('a folder with too many backups loses only the oldest ones', async () => {
  const notOurs = ['notes.txt', 'tillform-20200101t000000z.backup.age.copy', 'shop.backup']
  await mkdir(options.to)
  for (const name of notOurs) await writeFile(join(options.to, name), 'mine')
  for (let index = 0; index < 4; index += 1) await run({ keep: 3 })
  const kept = [2, 3, 4].map((n) => `tillform-20260101t0${n}0000z.backup.age`)
  expect((await readdir(options.to)).toSorted()).toEqual([...kept, ...notOurs].toSorted())
})

test('a backup is verified by restoring it into a temporary database', async () => {
  const { name } = await run({ isVerified: true })
  expect(await readdir(options.to)).toEqual([name])
  expect(await scratchDatabases()).toEqual([])
})

test('a backup that cannot be restored does not replace earlier ones', async () => {
  const first = await run({ isVerified: true, keep: 1 })
  // Rows can violate a constraint that was added without checking existing rows. A restore rejects such rows.
  await withClient(shop.url, (client) =>
    client.query('alter table users drop constraint users_role_check; update users set role = $$Nobody$$'),
  )
  await expect(run({ isVerified: true, keep: 1 })).rejects.toThrow(RestoreFailed)
  expect(await readdir(options.to)).toEqual([first.name])
  expect(await scratchDatabases()).toEqual([])
})

test('backup verification reports if the database user cannot create databases', async () => {
  const role = `backup_${process.pid}`
  await withClient(shop.url, (client) =>
    client.query(
      `create role ${role} login password 'x'; grant all on all tables in schema public to ${role}`,
    ),
  )
  try {
    const url = new URL(shop.url)
    url.username = role
    url.password = 'x'
    const config = { isProduction: true, dataDir: join(folder, 'data'), databaseUrl: url.href }
    const store = { config, url: url.href, close: () => Promise.resolve() }
    const running = runBackup(store, { ...options, isVerified: true })
    await expect(running).rejects.toThrow(ConfigurationError)
    await expect(running).rejects.toThrow('alter role USER createdb')
  } finally {
    await withClient(shop.url, (client) => client.query(`drop owned by ${role}; drop role ${role}`))
  }
})

test('files left behind by a killed backup are removed a day later', async () => {
  const dataDir = join(folder, 'data')
  for (const name of ['backup-run-old', 'backup-run-new']) await mkdir(join(dataDir, name))
  await utimes(join(dataDir, 'backup-run-old'), new Date(0), new Date(0))
  await utimes(join(dataDir, 'backup-run-new'), new Date(), new Date())
  const stored = await run({ recipient: undefined })
  expect(stored.name).toBe('tillform-20260101t010000z.backup')
  expect((await readdir(dataDir)).toSorted()).toEqual(['backup-run-new', 'files'])
})

test('backups are stored in a bucket, limited in number and restored from there', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'safe' }],
  })
  const { port } = await server.run()
  try {
    const query = `?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`
    const to = `s3://safe/shop/one${query}`
    await run({ to, keep: 1 })
    const { name, rows, files } = await run({ to, keep: 1 })
    await expect(restore(`s3://safe/shop/one/tillform-20260101t010000z.backup.age${query}`)).rejects.toThrow(
      'There is no tillform-20260101t010000z.backup.age in the bucket.',
    )
    expect(await restore(`s3://safe/shop/one/${name}${query}`)).toEqual({ rows, files })
    expect(await emails(empty.url)).toEqual([buyer])
    await expect(run({ to: `s3://elsewhere${query}` })).rejects.toThrow('--to: the bucket "elsewhere"')
  } finally {
    await server.close()
  }
})
