import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { RoleUnchanged } from '#accounts/roles/super-admins.ts'
import { ConfigurationError } from '#foundation/config/config.ts'
import { AlreadyRunning, EmbeddedPostgresUnavailable } from '#foundation/db/embedded/errors.ts'
import { RestoreFailed } from '#foundation/db/backup/restore.ts'
import { fileProblem } from '#foundation/config/file-problem.ts'
import { isDatabaseUnavailable } from '#foundation/db/driver/unavailable.ts'
import { NothingToBackUp } from './shop-archive.ts'
import { openStore, type Store } from './open-store.ts'
import { BackupDamaged } from './tar.ts'

/** The command was called in a way that it does not know; the message shows how to call it. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** What can happen to who uses a command rightly: the message alone says it. */
const expected = [
  AlreadyRunning,
  BackupDamaged,
  ConfigurationError,
  EmbeddedPostgresUnavailable,
  NothingToBackUp,
  RestoreFailed,
  RoleUnchanged,
  UsageError,
]

export type CommandPlan = {
  /** What it does on the store; answers what came of it. */
  readonly work: (store: Store) => Promise<string>
  /** Again and again, in milliseconds from one begin to the next; undefined: once. */
  readonly every?: number | undefined
}

/**
 * Runs a command on the shop's store, says what came of it, and sets the exit code: 0 when it was done, else 1.
 * `plan` reads the arguments before anything is opened. What is repeated goes on after a failure, until a signal.
 */
export async function runCommand(plan: (args: readonly string[]) => CommandPlan): Promise<void> {
  try {
    const { work, every } = plan(process.argv.slice(2))
    if (every === undefined) await runOnStore(work)
    else await repeat(every, work)
  } catch (error) {
    fail(error)
  }
}

async function repeat(every: number, work: CommandPlan['work']): Promise<void> {
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
  while (!stopping.signal.aborted) {
    const startedAt = Date.now()
    process.exitCode = 0
    await runOnStore(work)
    const pause = Math.max(startedAt + every - Date.now(), 0)
    // Aborted: it is time to go.
    await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
  }
}

/** The store is opened for each run, since it may have moved or have been away meanwhile. A failure is said, never thrown. */
async function runOnStore(work: CommandPlan['work']): Promise<void> {
  let store: Store | undefined
  try {
    store = await openStore()
    process.stdout.write(`${await work(store)}\n`)
  } catch (error) {
    fail(error)
  } finally {
    await store?.close()
  }
}

function fail(error: unknown): void {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}

/** A file as the person named it: npm moves to the product's folder before it starts a command. */
export function placeOf(name: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), name)
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (expected.some((kind) => error instanceof kind)) return error.message
  if ('$metadata' in error) return `The bucket cannot be used: ${error.message || error.name}`
  const problem = fileProblem(error)
  if (problem !== undefined) return problem
  if (isDatabaseUnavailable(error)) return `The database cannot be reached: ${error.message}`
  const { code } = z.object({ code: z.string().optional() }).parse(error)
  if (code === '42P01') return 'This store holds no shop yet. Start the product once, then try again.'
  // Such as of a password that the server refuses.
  if (code !== undefined) return error.message
  return error.stack ?? error.message
}
