import { existsSync } from 'node:fs'
import { mkdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { until } from './until.ts'

/** The folder and file in which the kernel limits the memory of a group of processes, for cgroup v1 and v2. */
const places = [
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
  { root: '/sys/fs/cgroup', limit: 'memory.max' },
]

/** A group of processes with a memory limit. When it is reached, the kernel kills one of them with SIGKILL. */
export type Group = {
  /** Counts this process's memory toward the group's limit from now on. */
  readonly add: (pid: number) => Promise<void>
  readonly remove: () => Promise<void>
}

/** The message that explains why a run is not possible on this machine. */
export const noLimit = 'left out: the memory of processes cannot be limited here, which needs root on Linux'

/** Creates a group with a memory limit, or returns undefined if that is not possible here. */
export async function limitMemory(megabytes: number): Promise<Group | undefined> {
  for (const { root, limit } of places) {
    const folder = join(root, `tillform-faults-${process.pid}-${performance.now().toFixed(0)}`)
    try {
      await mkdir(folder)
    } catch {
      continue
    }
    if (existsSync(join(folder, limit))) {
      await writeFile(join(folder, limit), String(megabytes * 1024 * 1024))
      return {
        add: (pid) => writeFile(join(folder, 'cgroup.procs'), String(pid)),
        remove: () => removeWhenEmpty(folder),
      }
    }
    await rmdir(folder)
  }
  return undefined
}

/** Removes the group, which is possible a moment after its process was killed. */
async function removeWhenEmpty(folder: string): Promise<void> {
  await until('a group of processes to be empty', () =>
    rmdir(folder).then(
      () => true,
      () => undefined,
    ),
  )
}

/** The Node option for a debugger port that opens when the process receives SIGUSR1. */
export function debuggedAt(port: number): string {
  return `--inspect-port=127.0.0.1:${port}`
}

/** Runs a line of JavaScript in a process started with `debuggedAt`, as a debugger would. */
export async function runInside(pid: number, port: number, expression: string): Promise<void> {
  process.kill(pid, 'SIGUSR1')
  const address = await until('Node to listen for a debugger', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined)
    const [target] = z
      .array(z.object({ webSocketDebuggerUrl: z.string() }))
      .parse((await answer?.json()) ?? [])
    return target?.webSocketDebuggerUrl
  })
  const socket = new WebSocket(address)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('The debugger could not be reached')))
    socket.addEventListener('message', () => resolve())
    socket.addEventListener('open', () => {
      socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }))
    })
  })
  socket.close()
}
