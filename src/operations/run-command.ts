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

/** The command's arguments are wrong. The message shows its usage. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Errors that a correct command can cause. Only their message is shown. */
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
  /** Does the work on the database. Returns its result as text. */
  readonly work: (store: Store) => Promise<string>
  /** Milliseconds between the starts of repeated runs, or undefined for a single run. */
  readonly every?: number | undefined
}

/**
 * Runs a command on the shop's database, prints the result, and sets the exit code: 0 on success, else 1. `plan`
 * parses the arguments before anything is opened. A repeated command continues after a failure until it gets a
 * signal.
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
    // The command was aborted, so it does not run again.
    await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
  }
}

/**
 * Opens the database anew for each run, because it may have moved or been unreachable. A failure is printed, never
 * thrown.
 */
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

/**
 * Resolves a path relative to the caller's folder, because npm changes to the product's folder before it runs a
 * command.
 */
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
  if (code === '42P01') return 'There is no shop in this database yet. Start Tillform once, then try again.'
  // For example, the server rejected the password.
  if (code !== undefined) return error.message
  return error.stack ?? error.message
}
