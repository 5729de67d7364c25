import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { SellerPolicyWire } from './contract.ts'
import { findPolicy } from './store.ts'

/** How a seller takes withdrawals from now on. */
export async function readPolicy(db: Kysely<Database>, sellerId: string): Promise<SellerPolicyWire> {
  const { country, ...found } = await findPolicy(db, sellerId)
  const { sells, withdrawalDays, onWithdrawal, earlyStart, ownText, createdAt } = found
  const isSet =
    sells !== null &&
    withdrawalDays !== null &&
    onWithdrawal !== null &&
    earlyStart !== null &&
    createdAt !== null
  if (!isSet) return { policy: null, country }
  const at = createdAt.toISOString()
  return { policy: { sells, withdrawalDays, onWithdrawal, earlyStart, ownText, createdAt: at }, country }
}
