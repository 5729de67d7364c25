import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '#foundation/db/embedded/postmaster.ts'

const memory = '/dev/shm'
const gibibyte = 2 ** 30
/** What a run of tests keeps at most, with a margin, and what the machine has left beside it. */
const [needed, left] = [3 * gibibyte, 3 * gibibyte]
const folderName = /^tillform-run-(\d+)-/

/**
 * Lets this process and what it starts put their temporary files into memory, where Linux has a folder for that and
 * enough of it is free. A database is some 800 files: on a disk, making one costs the kernel ten times as much. What
 * runs already with a folder of somebody's choice keeps it.
 */
export function moveTempToMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !isUsable()) return
  removeLeftBehind()
  const folder = mkdtempSync(join(memory, `tillform-run-${process.pid}-`))
  // As such a folder is for others, one of whom a database may run as.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  process.once('exit', () => remove(folder))
}

/** A database's own programs may have to be copied there, and run. */
function isUsable(): boolean {
  if (process.platform !== 'linux') return false
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
  const [, , type, options = ''] = mounts.find((line) => line.split(' ')[1] === memory)?.split(' ') ?? []
  if (type !== 'tmpfs' || options.split(',').some((one) => one === 'noexec' || one === 'ro')) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= needed && freemem() >= needed + left
}

/** A run that was killed could remove nothing; a database ends by itself once its files are gone. */
function removeLeftBehind(): void {
  for (const name of readdirSync(memory)) {
    const pid = folderName.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) remove(join(memory, name))
  }
}

/** Another user's is not ours to remove, and what is written to it meanwhile goes with the next run. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {}
}
