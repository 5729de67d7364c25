import type { Kysely, Selectable, Transaction, Updateable } from 'kysely'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Plan } from '#foundation/db/tables/billing.ts'
import { catalogue } from './catalogue.ts'
import { recordStanding } from './plan-history.ts'

export type PlanRow = Selectable<Database['planSubscriptions']>
export type PlanChanges = Updateable<Database['planSubscriptions']>

const ended = ['incomplete_expired', 'canceled'] as const

/** A seller's plans, newest first: the one that has not ended, if there is one, then earlier ones. */
export async function listPlanRows(db: Kysely<Database>, sellerId: string): Promise<PlanRow[]> {
  return db
    .selectFrom('planSubscriptions')
    .selectAll()
    .where('sellerId', '=', sellerId)
    .orderBy((row) => row('status', 'in', ended))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
}

/** Finds only the seller's own plan. */
export async function findPlanRow(
  db: Kysely<Database>,
  sellerId: string,
  id: string,
): Promise<PlanRow | undefined> {
  return db
    .selectFrom('planSubscriptions')
    .selectAll()
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Finds a plan by Stripe's id or by ours, which is in Stripe's metadata. */
export async function findPlanRowByProvider(
  db: Kysely<Database>,
  stripeSubscriptionId: string,
  id: string | undefined,
): Promise<PlanRow | undefined> {
  return db
    .selectFrom('planSubscriptions')
    .selectAll()
    .where((row) =>
      row.or([
        row('stripeSubscriptionId', '=', stripeSubscriptionId),
        ...(id === undefined ? [] : [row('id', '=', id)]),
      ]),
    )
    .executeTakeFirst()
}

export async function lockPlanRow(tx: Transaction<Database>, id: string): Promise<PlanRow | undefined> {
  return tx.selectFrom('planSubscriptions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function insertPlanRow(
  tx: Transaction<Database>,
  row: {
    readonly sellerId: string
    readonly plan: Plan
    /** Whether the seller has already had a plan. */
    readonly isAnother: boolean
    readonly trialEnd: Date | null
    /** Set if the plan is over from the beginning. */
    readonly endedAt?: Date | null
    readonly nextCheckAt: Date | null
    readonly now: Date
  },
): Promise<PlanRow> {
  const { amount, currency } = catalogue[row.plan]
  const { endedAt = null } = row
  const inserted = await tx
    .insertInto('planSubscriptions')
    .values({
      id: newId(),
      sellerId: row.sellerId,
      plan: row.plan,
      planChangedAt: row.isAnother ? row.now : null,
      status: endedAt === null ? 'creating' : 'canceled',
      endedAt,
      amount,
      currency,
      trialEnd: row.trialEnd,
      currentPeriodEnd: row.trialEnd,
      nextCheckAt: row.nextCheckAt,
      createdAt: row.now,
      updatedAt: row.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordStanding(tx, inserted)
  return inserted
}

/** The plan's previous values are kept in its history. */
export async function updatePlanRow(
  db: Kysely<Database>,
  id: string,
  changes: PlanChanges,
): Promise<PlanRow> {
  const updated = await db
    .updateTable('planSubscriptions')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (changes.plan !== undefined || changes.status !== undefined) await recordStanding(db, updated)
  return updated
}

/**
 * Records a plan change that is about to be requested. Returns undefined if another request has started or made one
 * in the meantime.
 */
export async function recordPlanChange(
  db: Kysely<Database>,
  { id, plan, changeId }: PlanRow,
  changes: PlanChanges,
): Promise<PlanRow | undefined> {
  return db
    .updateTable('planSubscriptions')
    .set(changes)
    .where('id', '=', id)
    .where('plan', '=', plan)
    .where('changeId', 'is not distinct from', changeId)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes a plan that was requested but never created on Stripe. */
export async function deletePlanRow(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('planSubscriptions').where('id', '=', id).where('status', '=', 'creating').execute()
}

export async function findCustomerId(db: Kysely<Database>, sellerId: string): Promise<string | null> {
  const seller = await db
    .selectFrom('sellersView as sellers')
    .select('stripeCustomerId')
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
  return seller.stripeCustomerId
}

export async function findSellerName(db: Kysely<Database>, sellerId: string): Promise<string> {
  const seller = await db
    .selectFrom('sellersView as sellers')
    .select('name')
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
  return seller.name
}
