// npm run admin -- ...: what only the person at the machine may do, such as making the first SuperAdmin.
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { grantSuperAdmin, revokeSuperAdmin, superAdminAddresses } from '#accounts/roles/super-admins.ts'
import { openDatabase } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { openLog } from '#foundation/log.ts'
import type { Store } from '#operations/open-store.ts'
import { runCommand, UsageError } from '#operations/run-command.ts'

const usage = `Usage:
  npm run admin -- list-superadmins
  npm run admin -- grant-superadmin EMAIL
  npm run admin -- revoke-superadmin EMAIL`

type Command = (db: Kysely<Database>, log: Logger, email: string) => Promise<string>

const commands: Readonly<Record<string, { readonly takesEmail: boolean; readonly run: Command }>> = {
  'list-superadmins': {
    takesEmail: false,
    run: async (db) => (await superAdminAddresses(db)).join('\n') || 'There is no SuperAdmin yet.',
  },
  'grant-superadmin': {
    takesEmail: true,
    run: async (db, log, email) => {
      await grantSuperAdmin(db, log, email)
      return `${email} is a SuperAdmin.\nAdministration opens with two-factor authentication or a passkey, on the settings page.`
    },
  },
  'revoke-superadmin': {
    takesEmail: true,
    run: async (db, log, email) => {
      await revokeSuperAdmin(db, log, email)
      return `${email} is no longer a SuperAdmin.`
    },
  },
}

await runCommand(([name = '', ...args]) => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined || args.length !== (command.takesEmail ? 1 : 0)) throw new UsageError(usage)
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
