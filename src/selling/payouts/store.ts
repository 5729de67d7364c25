import { sql, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { offerTitle, soldTitleForSeller } from '#payments/purchases/records/purchase-columns.ts'

export async function findAccount(db: Kysely<Database>, sellerId: string): Promise<string | null> {
  const { stripeAccountId } = await db
    .selectFrom('sellersView as sellers')
    .select('stripeAccountId')
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
  return stripeAccountId
}

/** Payments of a period that were made through Stripe. */
export async function listPaid(
  db: Kysely<Database>,
  sellerId: string,
  { from, to }: Span,
  limit: number,
): Promise<Paid[]> {
  return db
    .selectFrom('purchasesView as purchases')
    .select(['paymentIntentId', 'currency', 'createdAt'])
    .where('sellerId', '=', sellerId)
    .where(sql<boolean>`coalesce(paid_at, created_at) >= ${from} and coalesce(paid_at, created_at) < ${to}`)
    .where('paidAt', 'is not', null)
    .where('paymentIntentId', 'is not', null)
    .where('total', '>', 0)
    .limit(limit)
    .execute()
}

/** From one instant (included) to another (excluded). */
export type Span = { readonly from: Date; readonly to: Date }
export type Paid = {
  readonly paymentIntentId: string | null
  readonly currency: string
  readonly createdAt: Date
}

export type PaidFor = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly form: string
  /** The offer's title, or null if the payment was not for an offer. */
  readonly offer: string | null
  readonly currency: string
}

/** The seller's purchases behind these payments, by PaymentIntent. */
export async function findPaidFor(
  db: Kysely<Database>,
  sellerId: string,
  paymentIntentIds: readonly string[],
): Promise<ReadonlyMap<string | null, PaidFor>> {
  if (paymentIntentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('purchasesView as purchases')
    .innerJoin('formsView as forms', 'forms.id', 'purchases.formId')
    .select(['purchases.id', 'purchases.name', 'purchases.email'])
    .select([soldTitleForSeller.as('form'), offerTitle.as('offer')])
    .select('purchases.currency')
    .select('purchases.paymentIntentId')
    .where('purchases.sellerId', '=', sellerId)
    .where('purchases.paymentIntentId', 'in', paymentIntentIds)
    .execute()
  return new Map(rows.map(({ paymentIntentId, ...purchase }) => [paymentIntentId, purchase]))
}
