import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

export async function readProfile(db: Kysely<Database>, userId: string) {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
}

export async function readSeller(db: Kysely<Database>, sellerId: string) {
  return db
    .selectFrom('sellers')
    .select(['id', 'name', 'onboardingStatus', 'createdAt'])
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
}

/** What a seller built and did not delete, oldest first. */
export async function readForms(db: Kysely<Database>, sellerId: string) {
  return db
    .selectFrom('forms')
    .selectAll()
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
}

export async function readBumps(db: Kysely<Database>, sellerId: string) {
  return db
    .selectFrom('bumps')
    .selectAll()
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
}

export async function readOffers(db: Kysely<Database>, sellerId: string) {
  return db
    .selectFrom('offers')
    .selectAll()
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
}

export async function readTaxes(db: Kysely<Database>, sellerId: string) {
  return db
    .selectFrom('taxes')
    .selectAll()
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
}

/** Sums of what was paid, by currency, in minor units. */
export async function sumSales(db: Kysely<Database>, sellerId: string) {
  return db
    .selectFrom('purchases')
    .select([
      'currency',
      sql<number>`count(*)`.as('purchases'),
      sql<number>`sum(total)::bigint`.as('total'),
      sql<number>`sum(tax_amount)::bigint`.as('taxAmount'),
      sql<number>`coalesce(sum((
        select sum(refunds.amount) from refunds
        where refunds.purchase_id = purchases.id and refunds.status = 'succeeded'
      )), 0)::bigint`.as('refunded'),
    ])
    .where('sellerId', '=', sellerId)
    .where('status', 'in', ['paid', 'partially_refunded', 'refunded'])
    .groupBy('currency')
    .orderBy('currency')
    .execute()
}

/** Whether somebody else is SuperAdmin; those who are wait for each other here. */
export async function hasOtherSuperAdmin(tx: Transaction<Database>, userId: string): Promise<boolean> {
  const admins = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'SuperAdmin')
    .orderBy('id')
    .forUpdate()
    .execute()
  return admins.some(({ id }) => id !== userId)
}

/** Whether buyers of this seller would be charged again. */
export async function hasRunningSubscriptions(db: Kysely<Database>, sellerId: string): Promise<boolean> {
  const running = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('sellerId', '=', sellerId)
    .where('status', 'in', ['trialing', 'active', 'past_due', 'unpaid', 'paused'])
    .where('cancelAtPeriodEnd', '=', false)
    .limit(1)
    .executeTakeFirst()
  return running !== undefined
}
