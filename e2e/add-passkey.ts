// Confirms a user's email and adds a passkey without a device, so that tests of platform pages need no authenticator.
// Runs alongside the product like `scripts/admin.ts`.
import { openDatabase } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import { openLog } from '#foundation/telemetry/log.ts'
import type { Store } from '#operations/open-store.ts'
import { runCommand } from '#operations/run-command.ts'

await runCommand(([email = '']) => ({ work: (store) => addPasskey(store, email) }))

async function addPasskey({ url, config }: Store, email: string): Promise<string> {
  const log = openLog(config)
  const db = openDatabase(url, { log, maxConnections: 1 })
  const user = await db
    .updateTable('users')
    .set({ emailVerified: true })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow()
  const createdAt = new Date()
  await db
    .insertInto('passkeys')
    .values({
      id: newId(),
      userId: user.id,
      name: 'Key of a test',
      credentialId: newId(),
      publicKey: '',
      counter: 0,
      createdAt,
      lastUsedAt: null,
    })
    .execute()
  await db.destroy()
  log.flush()
  return email
}
