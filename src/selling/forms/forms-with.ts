import { type Kysely, sql } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { pricesOfForm } from '#payments/pricing/form-columns.ts'
import { chargeProblem } from './price/charges.ts'
import { longerTextProblem } from './page-weight.ts'
import { canBeginFree } from './price/term-problems.ts'

type Db = Kysely<Database>

/** Queries about the forms that use a bump, an offer or a tax. */
export const formsWith = {
  bump: {
    listForms: listFormsWithBump,
    countForms: countFormsWithBumps,
    isChargedAlone: isBumpChargedAlone,
    chargeProblem,
    longerTextProblem,
  },
  offer: { listForms: listFormsWithOffer, countForms: countFormsBy('oneTimeOfferId'), chargeProblem },
  tax: {
    listForms: listFormsWithTax,
    countForms: countFormsBy('taxId'),
    chargeProblem,
    listRegional: listRegionalForms,
    repriceForms,
  },
}

/** The forms with a bump as an order bump or in their offer sequence. */
async function listFormsWithBump(db: Db, sellerId: string, bumpId: string): Promise<string[]> {
  const forms = await db
    .selectFrom('forms')
    .select('id')
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .where('id', 'in', (form) =>
      form
        .selectFrom('formBumps')
        .select('formId')
        .where('bumpId', '=', bumpId)
        .union(form.selectFrom('formOfferSequence').select('formId').where('bumpId', '=', bumpId)),
    )
    .execute()
  return forms.map(({ id }) => id)
}

/** How many forms use each bump, for those that any form uses. */
async function countFormsWithBumps(db: Db, ids: readonly string[]): Promise<Counts> {
  const { rows } = await sql<CountRow>`
    select bump_id as id, count(distinct form_id) as forms
    from (
      select form_id, bump_id from form_bumps where bump_id = any(${ids}::uuid[])
      union all select form_id, bump_id from form_offer_sequence where bump_id = any(${ids}::uuid[])
    ) used join forms on forms.id = form_id
    where forms.deleted_at is null group by bump_id`.execute(db)
  return countsOf(rows)
}

type Counts = ReadonlyMap<string, number>
type CountRow = { readonly id: string; readonly forms: number }

function countsOf(rows: readonly CountRow[]): Counts {
  return new Map(rows.map(({ id, forms }) => [id, forms]))
}

function countFormsBy(column: 'oneTimeOfferId' | 'taxId') {
  return async (db: Db, ids: readonly string[]): Promise<Counts> => {
    const { rows } = await sql<CountRow>`
      select ${sql.ref(column)} as id, count(*) as forms from forms
      where ${sql.ref(column)} = any(${ids}::uuid[]) and deleted_at is null group by 1`.execute(db)
    return countsOf(rows)
  }
}

/** Whether a card could be charged for the bump alone, on a form that can begin free or as an offer after payment. */
async function isBumpChargedAlone(db: Db, bumpId: string): Promise<boolean> {
  const offering = db
    .selectFrom('formOfferSequence')
    .innerJoin('forms', 'forms.id', 'formOfferSequence.formId')
    .select('formId')
    .where('bumpId', '=', bumpId)
    .where('forms.deletedAt', 'is', null)
    .limit(1)
  if ((await offering.execute()).length > 0) return true
  const forms = await db
    .selectFrom('formBumps')
    .innerJoin('forms', 'forms.id', 'formBumps.formId')
    .select(['forms.amount', 'forms.priceType', 'forms.trialDays', 'forms.trialAmount', 'forms.setupAmount'])
    .select(pricesOfForm)
    .where('bumpId', '=', bumpId)
    .where('forms.deletedAt', 'is', null)
    .execute()
  return forms.some((form) => canBeginFree(form, form.prices))
}

/** The forms that show this offer first. */
async function listFormsWithOffer(db: Db, sellerId: string, offerId: string): Promise<string[]> {
  return listFormsWhere(db, sellerId, 'oneTimeOfferId', offerId)
}

async function listFormsWithTax(db: Db, sellerId: string, taxId: string): Promise<string[]> {
  return listFormsWhere(db, sellerId, 'taxId', taxId)
}

/** The forms that charge the tax of the buyer's country. */
async function listRegionalForms(db: Db, sellerId: string): Promise<string[]> {
  const forms = await db
    .selectFrom('forms')
    .select('id')
    .where('sellerId', '=', sellerId)
    .where('taxMode', '=', 'by_country')
    .where('deletedAt', 'is', null)
    .execute()
  return forms.map((form) => form.id)
}

async function repriceForms(db: Db, formIds: readonly string[], at: Date): Promise<void> {
  if (formIds.length === 0) return
  await db.updateTable('forms').set({ priceChangedAt: at }).where('id', 'in', formIds).execute()
}

async function listFormsWhere(
  db: Db,
  sellerId: string,
  column: 'oneTimeOfferId' | 'taxId',
  id: string,
): Promise<string[]> {
  const forms = await db
    .selectFrom('forms')
    .select('id')
    .where('sellerId', '=', sellerId)
    .where(column, '=', id)
    .where('deletedAt', 'is', null)
    .execute()
  return forms.map((form) => form.id)
}
