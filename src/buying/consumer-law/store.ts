import type { Insertable, Kysely, Transaction } from 'kysely'
import { countryOfSeller } from '#accounts/invoice-details/seller-details.ts'
import type { Database } from '#foundation/db/schema.ts'

/** What a seller has set, each null where they have set nothing, and where they are, null where nobody knows it. */
export async function findPolicy(db: Kysely<Database>, sellerId: string) {
  return db
    .selectFrom('sellers')
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
