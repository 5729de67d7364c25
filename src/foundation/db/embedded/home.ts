import { createHash } from 'node:crypto'
import { chmod, chown, cp, lchown, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, canRun, hasName, isRoot, nobodyId, nobodyCanUse } from './account.ts'
import { type Binaries, programOf } from './binaries.ts'
import { EmbeddedPostgresUnavailable } from './errors.ts'
import { ignoreVanished, renameUnlessThere } from './files.ts'

/** The folder that root uses for a database that the account `nobody` could not reach inside the data directory. */
const stateFolder = '/var/lib/tillform'

/** The folder and the account of the database server. */
export interface Home {
  folder: string
  account: Account
  binaries: Binaries
}

/** A home's file locations. */
export type Place = Pick<Home, 'folder'>

export const clusterOf = (home: Place) => join(home.folder, 'data')
export const passwordFileOf = (home: Place) => join(home.folder, 'password')
export const serverLogOf = (home: Place) => join(home.folder, 'server.log')

/**
 * Chooses account and place, and creates the folder: `<dataDir>/postgres` for everyone but root. Root tries a user
 * namespace first, then the account `nobody`: in the data directory if it can enter it, else below /var/lib/tillform,
 * which `rememberHome` records in the data directory.
 */
export async function findHome(dataDir: string, binaries: Binaries): Promise<Home> {
  const inPlace = join(dataDir, 'postgres')
  if (!isRoot()) {
    const account = await accountOfOrdinaryUser(binaries)
    await mkdir(inPlace, { recursive: true, mode: 0o700 })
    const owner = await ownerOf(inPlace)
    if (process.getuid !== undefined && process.getuid() !== owner) {
      throw new EmbeddedPostgresUnavailable(`${inPlace} belongs to another user (user id ${owner}).`)
    }
    return { folder: inPlace, account, binaries }
  }
  const recorded = await readRecord(dataDir)
  const folder = recorded ?? inPlace
  const owner = await ownerOf(join(folder, 'data'))
  if (recorded !== undefined && owner === undefined) {
    throw new EmbeddedPostgresUnavailable(
      `${recordOf(dataDir)} says the database is in ${recorded}, but there is none.`,
    )
  }
  if (owner !== undefined && owner !== 0 && owner !== nobodyId) {
    return { folder, account: { uid: owner }, binaries }
  }
  if (owner !== nobodyId && (await canRun('namespace', programOf(binaries, 'postgres')))) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return { folder, account: 'namespace', binaries }
  }
  return findHomeOfNobody(dataDir, folder, owner, binaries)
}

/** Records the folder of a database outside the data directory, once it contains one. */
export async function rememberHome(dataDir: string, home: Home) {
  if (home.folder === join(dataDir, 'postgres')) return
  const draft = `${recordOf(dataDir)}.${process.pid}`
  await writeFile(draft, `${home.folder}\n`)
  await rename(draft, recordOf(dataDir))
}

async function accountOfOrdinaryUser(binaries: Binaries): Promise<Account> {
  if (hasName()) return 'self'
  if (await canRun('namespace', programOf(binaries, 'postgres'))) return 'namespace'
  throw new EmbeddedPostgresUnavailable(
    `The user id ${process.getuid?.()} has no name on this system, and user namespaces are not allowed.`,
  )
}

async function findHomeOfNobody(
  dataDir: string,
  folder: string,
  owner: number | undefined,
  binaries: Binaries,
): Promise<Home> {
  for (const candidate of owner === undefined ? [folder, elsewhere(dataDir)] : [folder]) {
    if (await prepareForNobody(candidate)) {
      return {
        folder: candidate,
        account: { uid: nobodyId },
        binaries: await binariesForNobody(candidate, binaries),
      }
    }
  }
  throw new EmbeddedPostgresUnavailable(
    `PostgreSQL does not run as root, user namespaces are not allowed, and user id ${nobodyId} cannot use ${folder}.`,
  )
}

async function prepareForNobody(folder: string): Promise<boolean> {
  try {
    if (folder.startsWith(stateFolder)) {
      await mkdir(stateFolder, { recursive: true })
      await chmod(stateFolder, 0o711)
    }
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chown(folder, nobodyId, nobodyId)
    if (await nobodyCanUse(folder)) {
      await giveContentToNobody(folder)
      return true
    }
    await chown(folder, 0, 0)
    return false
  } catch {
    return false
  }
}

/**
 * Hands a database created in a user namespace, which belongs to root, to another account. The folder itself changes
 * owner last, to show that everything in it already has.
 */
async function giveContentToNobody(folder: string) {
  if ((await ownerOf(join(folder, 'data'))) === nobodyId) return
  const parentsFirst = await readdir(folder, { recursive: true })
  for (const entry of parentsFirst.toReversed()) {
    await lchown(join(folder, entry), nobodyId, nobodyId).catch(ignoreVanished)
  }
}

/** The installed programs if the account `nobody` can run them, or else a copy next to the database. */
async function binariesForNobody(folder: string, binaries: Binaries): Promise<Binaries> {
  if (await canRun({ uid: nobodyId }, programOf(binaries, 'postgres'))) return binaries
  const copy = { ...binaries, folder: join(folder, `server-${binaries.version}`) }
  if ((await ownerOf(copy.folder)) === undefined) {
    const draft = `${copy.folder}.${process.pid}`
    await cp(binaries.folder, draft, { recursive: true, verbatimSymlinks: true })
    await renameUnlessThere(draft, copy.folder)
  }
  if (await canRun({ uid: nobodyId }, programOf(copy, 'postgres'))) return copy
  throw new EmbeddedPostgresUnavailable(
    `PostgreSQL does not run as root, user namespaces are not allowed, and user id ${nobodyId} cannot run ${copy.folder}.`,
  )
}

const recordOf = (dataDir: string) => join(dataDir, 'postgres-location')

const elsewhere = (dataDir: string) =>
  join(stateFolder, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))

async function readRecord(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(recordOf(dataDir), 'utf8')).trim()
  } catch {
    return undefined
  }
}

async function ownerOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).uid
  } catch {
    return undefined
  }
}
