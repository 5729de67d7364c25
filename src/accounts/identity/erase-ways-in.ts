import type { Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** Of a user who is erased: nothing opens the account any longer. */
export async function eraseWaysIn(tx: Transaction<Database>, userId: string): Promise<void> {
  for (const table of [
    'sessions',
    'identities',
    'secondFactors',
    'recoveryCodes',
    'passkeys',
    'accountLinks',
  ] as const) {
    await tx.deleteFrom<typeof table>(table).where('userId', '=', userId).execute()
  }
}
