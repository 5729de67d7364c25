import type { Kysely } from 'kysely'
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
    isChargedAlone: isBumpChargedAlone,
    chargeProblem,
    longerTextProblem,
  },
  offer: { listForms: listFormsWithOffer, chargeProblem },
  tax: { listForms: listFormsWithTax, chargeProblem },
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

/** Whether a card can be charged the bump alone: on a form that can begin free, or as an offer after payment. */
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

/** The forms whose first offer this is. */
async function listFormsWithOffer(db: Db, sellerId: string, offerId: string): Promise<string[]> {
  return listFormsWhere(db, sellerId, 'oneTimeOfferId', offerId)
}

async function listFormsWithTax(db: Db, sellerId: string, taxId: string): Promise<string[]> {
  return listFormsWhere(db, sellerId, 'taxId', taxId)
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
