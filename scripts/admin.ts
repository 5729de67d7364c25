// npm run admin -- ...: tasks reserved for a person on this machine, such as creating the first SuperAdmin.
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { grantSuperAdmin, revokeSuperAdmin, superAdminAddresses } from '#accounts/roles/super-admins.ts'
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
  npm run admin -- list-statements          buyers' withdrawals that fit no shop
  npm run admin -- close-statement NUMBER   once you have answered one`

type Command = (db: Kysely<Database>, log: Logger, subject: string) => Promise<string>

const commands: Readonly<Record<string, { readonly takesOne: boolean; readonly run: Command }>> = {
  'list-superadmins': {
    takesOne: false,
    run: async (db) => (await superAdminAddresses(db)).join('\n') || 'There is no SuperAdmin yet.',
  },
  'grant-superadmin': {
    takesOne: true,
    run: async (db, log, email) => {
      await grantSuperAdmin(db, log, email)
      return `${email} is a SuperAdmin.\nAdministration opens with two-factor authentication or a passkey, under Settings → Security.`
    },
  },
  'revoke-superadmin': {
    takesOne: true,
    run: async (db, log, email) => {
      await revokeSuperAdmin(db, log, email)
      return `${email} is no longer a SuperAdmin.`
    },
  },
  'list-statements': {
    takesOne: false,
    run: async (db) => (await listUnplaced(db)).join('\n') || 'No statement is waiting for you.',
  },
  'close-statement': {
    takesOne: true,
    run: async (db, log, id) => {
      const isClosed = isId(id) && (await closeUnplaced(db, id, systemClock.now()))
      if (!isClosed) throw new UsageError('There is no open statement with this number.')
      log.info({ withdrawal: id }, 'a statement that matches no shop was closed')
      return 'The statement is closed.'
    },
  },
}

await runCommand(([name = '', ...args]) => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined || args.length !== (command.takesOne ? 1 : 0)) throw new UsageError(usage)
  return { work: (store) => withDatabase(store, (db, log) => command.run(db, log, args[0] ?? '')) }
})

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
