import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '#foundation/db/embedded/postmaster.ts'

const memory = '/dev/shm'
const gibibyte = 2 ** 30
/** The most memory that a test run uses, with a margin, and the free memory it must leave to the machine. */
const [needed, left] = [3 * gibibyte, 3 * gibibyte]
const folderName = /^tillform-run-(\d+)-/

/**
 * Moves temporary files of this process and its children into memory, on Linux with enough free memory. A database
 * has some 800 files, and creating one on disk takes the kernel ten times as long. A folder set in the environment
 * takes precedence.
 */
export function moveTempToMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !isUsable()) return
  removeLeftBehind()
  const folder = mkdtempSync(join(memory, `tillform-run-${process.pid}-`))
  // Other users can access it, like any temporary folder, because a database can run as another user.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  process.once('exit', () => remove(folder))
}

/** The folder must allow programs to run, because a database's binaries can be copied there. */
function isUsable(): boolean {
  if (process.platform !== 'linux') return false
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
  const [, , type, options = ''] = mounts.find((line) => line.split(' ')[1] === memory)?.split(' ') ?? []
  if (type !== 'tmpfs' || options.split(',').some((one) => one === 'noexec' || one === 'ro')) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= needed && freemem() >= needed + left
}

/** A killed run cannot clean up. A database stops automatically once its files are gone. */
function removeLeftBehind(): void {
  for (const name of readdirSync(memory)) {
    const pid = folderName.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) remove(join(memory, name))
  }
}

/** Another user's folder is left alone. Files that a running process still writes are removed by the next run. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {}
}
