import type { Insertable, Kysely, Transaction } from 'kysely'
import { countryOfSeller } from '#accounts/invoice-details/seller-details.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { SellerPolicyWire } from './contract.ts'

/** The seller's policy, with each part null if it is not set, and the seller's country, or null if it is unknown. */
export async function findPolicy(db: Kysely<Database>, sellerId: string) {
  return db
    .selectFrom('sellersView as sellers')
    .leftJoin('sellerPolicies', 'sellerPolicies.id', 'sellers.policyId')
    .select(['sellerPolicies.sells', 'sellerPolicies.withdrawalDays', 'sellerPolicies.onWithdrawal'])
    .select(['sellerPolicies.earlyStart', 'sellerPolicies.ownText', 'sellerPolicies.createdAt'])
    .select(countryOfSeller('sellers.id').as('country'))
    .where('sellers.id', '=', sellerId)
    .executeTakeFirstOrThrow()
}

export async function insertPolicy(
  tx: Transaction<Database>,
  policy: Insertable<Database['sellerPolicies']>,
): Promise<void> {
  await tx.insertInto('sellerPolicies').values(policy).execute()
}

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
