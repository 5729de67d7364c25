import { randomBytes } from 'node:crypto'
import { chown, link, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runAs } from './account.ts'
import { programOf } from './binaries.ts'
import { EmbeddedPostgresUnavailable } from './errors.ts'
import { renameUnlessThere } from './files.ts'
import { clusterOf, type Home, passwordFileOf } from './home.ts'
import { isAlive } from './postmaster.ts'

const draftName = /^(?:data|password|server-.*)\.(\d+)$/

/**
 * Creates the database cluster if it does not exist. It is built in a draft folder and moved into place when complete,
 * so that an interrupted start leaves only a draft. If two run at the same time, the first to finish wins.
 */
export async function ensureCluster(home: Home, fsync: boolean): Promise<void> {
  await ensurePassword(home)
  await removeDrafts(home)
  if (await exists(clusterOf(home))) return
  const draft = `${clusterOf(home)}.${process.pid}`
  await rm(draft, { recursive: true, force: true })
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['-U', 'tillform', '--auth=scram-sha-256', `--pwfile=${passwordFileOf(home)}`]
  const sync = fsync ? [] : ['--no-sync']
  const initdb = programOf(home.binaries, 'initdb')
  const { code, output } = await runAs(home.account, initdb, ['-D', draft, ...locale, ...access, ...sync])
  if (code !== 0) {
    await rm(draft, { recursive: true, force: true })
    throw new EmbeddedPostgresUnavailable(`initdb failed:\n${output.slice(-2000)}`)
  }
  await renameUnlessThere(draft, clusterOf(home))
  await syncFolder(home.folder)
}

export const readPassword = async (home: Home) => (await readFile(passwordFileOf(home), 'utf8')).trim()

/**
 * Writes a new password. The first of two concurrent processes wins, and a half-written password never gets
 * the final name.
 */
async function ensurePassword(home: Home) {
  const file = passwordFileOf(home)
  if (await exists(file)) return
  const draft = `${file}.${process.pid}`
  await writeFile(draft, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
  if (typeof home.account === 'object') await chown(draft, home.account.uid, home.account.uid)
  try {
    await link(draft, file)
  } catch (error) {
    if (!(await exists(file))) throw error
  } finally {
    await rm(draft, { force: true })
  }
}

async function removeDrafts(home: Home) {
  for (const name of await readdir(home.folder)) {
    const maker = draftName.exec(name)?.[1]
    if (maker === undefined || isAlive(Number(maker))) continue
    // The initdb of a killed process may still be writing there. A later start removes the folder.
    await rm(join(home.folder, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

async function syncFolder(folder: string) {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function exists(path: string) {
  try {
    await stat(path)
    return true
  } catch {
    return false
  }
}
