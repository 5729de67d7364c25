// npm run admin -- ...: tasks reserved for a person on this machine, such as creating the first SuperAdmin.
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { grantSuperAdmin, revokeSuperAdmin, superAdminAddresses } from '#accounts/roles/super-admins.ts'
import { isRefusal } from '#buying/withdrawal/contract.ts'
import { refusalCodes } from '#buying/withdrawal/texts.ts'
import { closeUnplaced, listUnplaced } from '#buying/withdrawal/statement/unplaced.ts'
import { systemClock } from '#foundation/time/clock.ts'
import { openDatabase } from '#foundation/db/database.ts'
import { isId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { openLog } from '#foundation/telemetry/log.ts'
import type { Store } from '#operations/open-store.ts'
import { runCommand, UsageError } from '#operations/run-command.ts'

const usage = `Usage:
  npm run admin -- list-superadmins
  npm run admin -- grant-superadmin EMAIL
  npm run admin -- revoke-superadmin EMAIL
  npm run admin -- list-statements          buyers' withdrawals that match no shop, or one that has closed
  npm run admin -- close-statement NUMBER [REASON]
                                            once you have answered one; REASON, for one about a purchase:
                                            ${refusalCodes.join(', ')}`

type Command = (db: Kysely<Database>, log: Logger, subject: string, more: string) => Promise<string>

/** `takes` is the minimum and maximum number of arguments. */
type Taking = { readonly takes: readonly [number, number]; readonly run: Command }

const commands: Readonly<Record<string, Taking>> = {
  'list-superadmins': {
    takes: [0, 0],
    run: async (db) => (await superAdminAddresses(db)).join('\n') || 'There is no SuperAdmin yet.',
  },
  'grant-superadmin': {
    takes: [1, 1],
    run: async (db, log, email) => {
      await grantSuperAdmin(db, log, email)
      return `${email} is a SuperAdmin.\nAdministration opens with two-factor authentication or a passkey, under Settings → Security.`
    },
  },
  'revoke-superadmin': {
    takes: [1, 1],
    run: async (db, log, email) => {
      await revokeSuperAdmin(db, log, email)
      return `${email} is no longer a SuperAdmin.`
    },
  },
  'list-statements': {
    takes: [0, 0],
    run: async (db) => (await listUnplaced(db)).join('\n') || 'No statement is waiting for you.',
  },
  'close-statement': {
    takes: [1, 2],
    run: async (db, log, id, reason) => {
      const given = isRefusal(reason) ? reason : undefined
      if (reason !== '' && given === undefined) throw new UsageError(usage)
      const isClosed = isId(id) && (await closeUnplaced(db, id, systemClock.now(), given))
      if (!isClosed)
        throw new UsageError(
          'There is no open statement with this number, or it is about a purchase and needs a REASON.',
        )
      log.info({ withdrawal: id, reason }, 'a statement without a seller was closed')
      return 'The statement is closed.'
    },
  },
}

await runCommand(([name = '', ...args]) => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined || !takesAll(command, args.length)) throw new UsageError(usage)
  return {
    work: (store) => withDatabase(store, (db, log) => command.run(db, log, args[0] ?? '', args[1] ?? '')),
  }
})

function takesAll({ takes: [fewest, most] }: Taking, count: number): boolean {
  return count >= fewest && count <= most
}

async function withDatabase(
  { url, config }: Store,
  use: (db: Kysely<Database>, log: Logger) => Promise<string>,
): Promise<string> {
  const log = openLog(config)
  const db = openDatabase(url, { log, maxConnections: 1 })
  try {
    return await use(db, log)
  } finally {
    await db.destroy()
    log.flush()
  }
}
