import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

export async function findAccount(db: Kysely<Database>, sellerId: string): Promise<string | null> {
  const { stripeAccountId } = await db
    .selectFrom('sellers')
    .select('stripeAccountId')
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
  return stripeAccountId
}

export type PaidFor = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly form: string
}

/** The seller's purchases that these payments were for, by PaymentIntent. */
export async function findPaidFor(
  db: Kysely<Database>,
  sellerId: string,
  paymentIntentIds: readonly string[],
): Promise<ReadonlyMap<string | null, PaidFor>> {
  if (paymentIntentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('purchases')
    .innerJoin('forms', 'forms.id', 'purchases.formId')
    .select(['purchases.id', 'purchases.name', 'purchases.email', 'forms.title as form'])
    .select('purchases.paymentIntentId')
    .where('purchases.sellerId', '=', sellerId)
    .where('purchases.paymentIntentId', 'in', paymentIntentIds)
    .execute()
  return new Map(rows.map(({ paymentIntentId, ...purchase }) => [paymentIntentId, purchase]))
}
