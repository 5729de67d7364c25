import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

export type Started = {
  readonly pid: number
  readonly firstLine: string
  readonly milliseconds: number
  readonly stop: () => Promise<void>
}

/** Starts one of the benchmark's own programs and waits for its first line. */
export async function startProgram(entry: string, args: readonly string[]): Promise<Started> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--import', './scripts/follow-parent.mjs', entry, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const firstLine = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
    child.once('exit', () => reject(new Error(`${entry} ended before it was ready`)))
  })
  const milliseconds = performance.now() - startedAt
  return { pid: child.pid ?? 0, firstLine, milliseconds, stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
