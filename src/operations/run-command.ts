import { resolve } from 'node:path'
import { z } from 'zod'
import { RoleUnchanged } from '#accounts/roles/super-admins.ts'
import { ConfigurationError } from '#foundation/config.ts'
import { AlreadyRunning, EmbeddedPostgresUnavailable } from '#foundation/db/embedded/errors.ts'
import { RestoreFailed } from '#foundation/db/restore.ts'
import { isDatabaseUnavailable } from '#foundation/db/unavailable.ts'
import { NothingToBackUp } from './back-up-shop.ts'
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

/**
 * Runs a command on the shop's store, says what came of it, and sets the exit code: 0 when it was done, else 1.
 * `plan` reads the arguments before anything is opened.
 */
export async function runCommand(
  plan: (args: readonly string[]) => (store: Store) => Promise<string>,
): Promise<void> {
  let store: Store | undefined
  try {
    const work = plan(process.argv.slice(2))
    store = await openStore()
    process.stdout.write(`${await work(store)}\n`)
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = 1
  } finally {
    await store?.close()
  }
}

/** A command's one argument, a file as the person named it: npm moves to the product's folder before it starts one. */
export function fileArgument([name = '', ...more]: readonly string[], usage: string): string {
  if (name === '' || name.startsWith('-') || more.length > 0) throw new UsageError(usage)
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), name)
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (expected.some((kind) => error instanceof kind)) return error.message
  if (isDatabaseUnavailable(error)) return `The database cannot be reached: ${error.message}`
  const { code } = z.object({ code: z.string().optional() }).parse(error)
  if (code === '42P01') return 'This store holds no shop yet. Start the product once, then try again.'
  // Of a file that cannot be read or written, or a password that the server refuses.
  if (code !== undefined) return error.message
  return error.stack ?? error.message
}
