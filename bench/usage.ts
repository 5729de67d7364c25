// The resources that processes use, as Linux reports them, or undefined on other systems.
import { readdir, readFile } from 'node:fs/promises'

/** A process's parent, and the CPU time of the process and its ended children. */
type Stat = { readonly parent: number; readonly ticks: number; readonly ofEnded: number }

/** A CPU clock tick in milliseconds (`USER_HZ` on Linux). */
const tick = 10

/** CPU time of the product and its PostgreSQL since they started, in milliseconds. */
export type ProcessorTime = { readonly node: number; readonly postgres: number }

/** Measures the product with this process id and the PostgreSQL server in its data directory. */
export async function processorTime(pid: number, dataDir: string): Promise<ProcessorTime | undefined> {
  const stats = await readStats()
  const own = stats.get(pid)
  const postmaster = await findPostmaster([...stats.keys()], dataDir)
  if (own === undefined || postmaster === undefined) return undefined
  const sessions = [...stats].filter(([id, { parent }]) => id === postmaster || parent === postmaster)
  const ofEnded = stats.get(postmaster)?.ofEnded ?? 0
  return {
    node: own.ticks * tick,
    postgres: sessions.reduce((sum, [, { ticks }]) => sum + ticks, ofEnded) * tick,
  }
}

/** A process's CPU time since it started, in milliseconds. */
export async function nodeTime(pid: number): Promise<number | undefined> {
  const stat = await readStat(pid)
  return stat === undefined ? undefined : stat.ticks * tick
}

/** A process's memory in MiB, including shared parts of its program. */
export async function memoryOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes] = /^VmRSS:\s*(\d+) kB$/m.exec(status) ?? []
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}

async function readStats(): Promise<Map<number, Stat>> {
  const found = new Map<number, Stat>()
  const names = await readdir('/proc').catch(() => [])
  for (const name of names.filter((one) => /^\d+$/.test(one))) {
    const stat = await readStat(Number(name))
    if (stat !== undefined) found.set(Number(name), stat)
  }
  return found
}

async function readStat(pid: number): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // The program's name is in parentheses and can contain any character (proc_pid_stat(5)).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return {
    parent: Number(fields[1]),
    ticks: Number(fields[11]) + Number(fields[12]),
    ofEnded: Number(fields[13]) + Number(fields[14]),
  }
}

async function findPostmaster(pids: readonly number[], dataDir: string): Promise<number | undefined> {
  for (const pid of pids) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const [program = '', ...args] = command.split('\0')
    if (program.endsWith('/postgres') && args.some((argument) => argument.startsWith(dataDir))) return pid
  }
  return undefined
}
