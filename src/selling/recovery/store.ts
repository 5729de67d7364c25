import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { rowsOf } from '#foundation/lists/pages.ts'
import { type SellerScope, withinScope } from '#foundation/lists/seller-scope.ts'
import type { RecoveryListQuery } from './contract.ts'

export type RecoveryRow = Awaited<ReturnType<typeof listRecoveries>>[number]

const columns = [
  'recoveries.id',
  'recoveries.sellerId',
  'recoveries.kind',
  'recoveries.formId',
  'recoveries.email',
  'recoveries.name',
  'recoveries.amount',
  'recoveries.currency',
  'recoveries.language',
  'recoveries.state',
  'recoveries.reason',
  'recoveries.holdOut',
  'recoveries.sent',
  'recoveries.nextAt',
  'recoveries.triedAt',
  'recoveries.askedAt',
  'recoveries.createdAt',
  'recoveries.paidPurchaseId',
] as const

function described(db: Kysely<Database>) {
  return db
    .selectFrom('recoveries')
    .innerJoin('formsView as forms', 'forms.id', 'recoveries.formId')
    .innerJoin('sellersView as sellers', 'sellers.id', 'recoveries.sellerId')
    .leftJoin('purchasesView as purchases', 'purchases.id', 'recoveries.purchaseId')
    .select(columns)
    .select([
      'forms.title as formTitle',
      'purchases.id as saleId',
      'purchases.failureMessage',
      'sellers.timeZone',
    ])
}

/**
 * A page of lost payments that still name their buyer, newest first, and one row more to find out whether there is a
 * next page.
 */
export async function listRecoveries(
  db: Kysely<Database>,
  scope: SellerScope,
  { before, kind, form, ...query }: RecoveryListQuery,
) {
  const { limit, offset } = rowsOf(query)
  return described(db)
    .where(withinScope('recoveries.sellerId', scope))
    .where('recoveries.email', '!=', '')
    .$if(kind !== undefined, (rows) => rows.where('recoveries.kind', '=', kind ?? 'page'))
    .$if(form !== undefined, (rows) => rows.where('recoveries.formId', '=', form ?? ''))
    .$if(before !== undefined, (rows) => rows.where('recoveries.id', '<', before ?? ''))
    .orderBy('recoveries.id', 'desc')
    .limit(limit)
    .offset(before === undefined ? offset : 0)
    .execute()
}

export async function findRecovery(
  db: Kysely<Database>,
  sellerId: string,
  id: string,
): Promise<RecoveryRow | undefined> {
  return described(db)
    .where('recoveries.sellerId', '=', sellerId)
    .where('recoveries.email', '!=', '')
    .where('recoveries.id', '=', id)
    .executeTakeFirst()
}

/** Returns whether an email could still have been sent. */
export async function stopBySeller(db: Kysely<Database>, sellerId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recoveries')
    .set({ state: 'stopped', reason: 'stopped_by_seller', nextAt: null })
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'sent'])
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0
}

/** Makes the next email due now. Returns whether there is one. */
export async function makeDue(
  db: Kysely<Database>,
  { sellerId, id, now }: { readonly sellerId: string; readonly id: string; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recoveries')
    .set({ nextAt: sql`least(next_at, ${now}::timestamptz)` })
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('holdOut', '=', false)
    .where('nextAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0
}

const forgotten = { email: '', emailKey: '', name: '', choices: '{"bumps":[]}', purchaseId: null } as const

/**
 * Removes the buyers' identity from a batch of lost payments before a given time. Their outcomes are kept. Returns how
 * many there were.
 */
export async function forgetBuyers(db: Kysely<Database>, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update recoveries set email = '', email_key = '', name = '', choices = '{"bumps":[]}', purchase_id = null,
      next_at = null, consent_text = null, locale = null,
      state = case when state in ('waiting', 'sent') then 'over' else state end,
      reason = case when state in ('waiting', 'sent') then 'expired' else reason end
    where id = any(array(
      select id from recoveries where email <> '' and created_at < ${before}
      order by created_at limit ${limit} for update skip locked
    ))`.execute(db)
  return Number(numAffectedRows)
}

/** Removes a buyer's data in a shop, by the keys of their addresses. */
export async function eraseBuyer(
  tx: Transaction<Database>,
  sellerId: string,
  emailKeys: readonly string[],
): Promise<void> {
  await tx
    .updateTable('recoveries')
    .set({ ...forgotten, nextAt: null, consentText: null, locale: null })
    .set({
      state: sql`case when state in ('waiting', 'sent') then 'over' else state end`,
      reason: sql`case when state in ('waiting', 'sent') then 'expired' else reason end`,
    })
    .where('sellerId', '=', sellerId)
    .where('emailKey', 'in', emailKeys)
    .execute()
}

/** Deletes a closing shop's lost payments, and the addresses of buyers who did not want emails about them. */
export async function deleteRecoveries(tx: Transaction<Database>, sellerId: string): Promise<void> {
  await tx.deleteFrom('recoveries').where('sellerId', '=', sellerId).execute()
  await tx.deleteFrom('mailStops').where('sellerId', '=', sellerId).execute()
}

export async function exportChoices(db: Kysely<Database>, sellerId: string) {
  return db
    .selectFrom('formRecovery')
    .innerJoin('formsView as forms', 'forms.id', 'formRecovery.formId')
    .select(['formRecovery.formId', 'declined', 'page', 'waits', 'subject', 'message'])
    .select(['couponId', 'fallbackPriceId', 'offersWithoutExtras'])
    .where('forms.sellerId', '=', sellerId)
    .where('forms.deletedAt', 'is', null)
    .execute()
}
