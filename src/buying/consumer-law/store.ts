import type { Insertable, Kysely, Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** What a seller has set, and the country of their invoice details; each null where they have set nothing. */
export async function findPolicy(db: Kysely<Database>, sellerId: string) {
  return db
    .selectFrom('sellers')
    .leftJoin('sellerPolicies', 'sellerPolicies.id', 'sellers.policyId')
    .leftJoin('sellerDetails', 'sellerDetails.id', 'sellers.detailsId')
    .select(['sellerPolicies.sells', 'sellerPolicies.withdrawalDays', 'sellerPolicies.onWithdrawal'])
    .select(['sellerPolicies.earlyStart', 'sellerPolicies.ownText', 'sellerPolicies.createdAt'])
    .select('sellerDetails.country')
    .where('sellers.id', '=', sellerId)
    .executeTakeFirstOrThrow()
}

export async function insertPolicy(
  tx: Transaction<Database>,
  policy: Insertable<Database['sellerPolicies']>,
): Promise<void> {
  await tx.insertInto('sellerPolicies').values(policy).execute()
}
