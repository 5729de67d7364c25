import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '#foundation/db/embedded/postmaster.ts'

const memory = '/dev/shm'
const gibibyte = 2 ** 30
/** The most a test run stores, with a margin, and what the machine still has free on top of it. */
const [needed, left] = [3 * gibibyte, 3 * gibibyte]
const folderName = /^tillform-run-(\d+)-/

/**
 * Makes this process and its children put temporary files in memory, where Linux has a folder for that with enough free
 * space. A database has some 800 files: on a disk, making one costs the kernel ten times as much. A folder chosen in
 * the environment is respected.
 */
export function moveTempToMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !isUsable()) return
  removeLeftBehind()
  const folder = mkdtempSync(join(memory, `tillform-run-${process.pid}-`))
  // Accessible to others, like any temporary folder: a database may run as another user.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  process.once('exit', () => remove(folder))
}

/** A database's programs may have to be copied there, and run. */
function isUsable(): boolean {
  if (process.platform !== 'linux') return false
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
  const [, , type, options = ''] = mounts.find((line) => line.split(' ')[1] === memory)?.split(' ') ?? []
  if (type !== 'tmpfs' || options.split(',').some((one) => one === 'noexec' || one === 'ro')) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= needed && freemem() >= needed + left
}

/** A killed run could not clean up; a database ends on its own once its files are gone. */
function removeLeftBehind(): void {
  for (const name of readdirSync(memory)) {
    const pid = folderName.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) remove(join(memory, name))
  }
}

/** Another user's folder is not ours to remove; files written to it in the meantime go with the next run. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {}
}
