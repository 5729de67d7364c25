import {
  sql,
  type ExpressionBuilder,
  type Insertable,
  type Kysely,
  type Transaction,
  type Updateable,
} from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { pricesOfForm, amountOfTimer } from '#payments/pricing/form-columns.ts'
import { newId } from '#foundation/db/new-id.ts'
import { type PlaceOf, prepare } from '#foundation/db/driver/prepare.ts'
import type { Database } from '#foundation/db/schema.ts'
import { stockOfForm } from '#payments/stock/stock.ts'
import { replaceParts, type FormParts } from './replace-parts.ts'

export type FormRow = NonNullable<Awaited<ReturnType<typeof findForm>>>

/** A seller's form with all its parts, in one statement, without deleted bumps, offers and taxes. */
export async function findForm(db: Kysely<Database>, sellerId: string, id: string) {
  const [form] = await selectForm(db, { sellerId, id })
  return form
}

type Named = { readonly sellerId: string; readonly id: string }

const selectForm = prepare((db, place: PlaceOf<Named>) =>
  db
    .selectFrom('forms')
    .selectAll('forms')
    .select((form) => [
      taxOf(form),
      bumpsOf(form, 'bumps'),
      bumpRulesOf(form),
      bumpsOf(form, 'otoSequenceList'),
      offerOf(form),
      timersOf(form),
      pricesOfForm(form),
      stockOfForm(form),
    ])
    .where('forms.sellerId', '=', place('sellerId'))
    .where('forms.id', '=', place('id'))
    .where('forms.deletedAt', 'is', null),
)

export type ChargedRow = Awaited<ReturnType<typeof findCharges>>[number]

/** The titles and charges of these forms, if they are the seller's. */
export async function findCharges(db: Kysely<Database>, sellerId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('forms')
    .select(['forms.title', 'forms.amount', 'forms.currency', 'forms.priceType', 'forms.quantityMax'])
    .select(['forms.trialDays', 'forms.trialAmount', 'forms.setupAmount'])
    .select(['forms.isOpen', 'forms.suggestedAmount', 'forms.presetAmounts'])
    .select((form) => [
      taxOf(form),
      bumpsOf(form, 'bumps'),
      bumpsOf(form, 'otoSequenceList'),
      offerOf(form),
      timersOf(form),
      pricesOfForm(form),
    ])
    .where('forms.sellerId', '=', sellerId)
    .where('forms.id', 'in', ids)
    .where('forms.deletedAt', 'is', null)
    .execute()
}

/** Finds one of the seller's own taxes. */
export async function findTax(db: Kysely<Database>, sellerId: string, id: string) {
  return db
    .selectFrom('taxesView as taxes')
    .select(['percentage', 'inclusive', 'active'])
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

type FormBuilder = ExpressionBuilder<Database, 'forms'>

function taxOf(form: FormBuilder) {
  return jsonObjectFrom(
    form
      .selectFrom('taxesView as taxes')
      .select([
        'taxes.id',
        'taxes.title',
        'taxes.percentage',
        'taxes.inclusive',
        'taxes.active',
        'taxes.texts',
      ])
      .whereRef('taxes.id', '=', 'forms.taxId')
      .where('taxes.deletedAt', 'is', null),
  ).as('tax')
}

/** A column of the bumps in one of the form's lists. */
function bumpsOf(form: FormBuilder, list: 'bumps' | 'otoSequenceList') {
  const links =
    list === 'bumps'
      ? form.selectFrom('formBumps').select(['formId', 'bumpId', 'position'])
      : form.selectFrom('formOfferSequence').select(['formId', 'bumpId', 'position'])
  return jsonArrayFrom(
    form
      .selectFrom(links.as('link'))
      .innerJoin('bumpsView as bumps', 'bumps.id', 'link.bumpId')
      .select([
        'bumps.id',
        'bumps.title',
        'bumps.image',
        'bumps.description',
        'bumps.amount',
        'bumps.currency',
        'bumps.files',
        'bumps.texts',
      ])
      .whereRef('link.formId', '=', 'forms.id')
      .where('bumps.deletedAt', 'is', null)
      .orderBy('link.position'),
  ).as(list)
}

/** The form's bumps that are not shown to every buyer. */
function bumpRulesOf(form: FormBuilder) {
  return jsonArrayFrom(
    form
      .selectFrom('formBumps as link')
      .innerJoin('bumpsView as bumps', 'bumps.id', 'link.bumpId')
      .select(['link.bumpId as id', 'link.isOn', 'link.priceIds', 'link.quantityMin'])
      .whereRef('link.formId', '=', 'forms.id')
      .where(sql<boolean>`(not link.is_on or link.price_ids is not null or link.quantity_min > 1)`)
      .where('bumps.deletedAt', 'is', null)
      .orderBy('link.position'),
  ).as('bumpRules')
}

function offerOf(form: FormBuilder) {
  return jsonObjectFrom(
    form
      .selectFrom('offersView as offers')
      .select([
        'offers.id',
        'offers.title',
        'offers.image',
        'offers.description',
        'offers.amount',
        'offers.currency',
        'offers.files',
        'offers.acceptButtonText',
        'offers.declineButtonText',
        'offers.isActive',
        'offers.texts',
      ])
      .whereRef('offers.id', '=', 'forms.oneTimeOfferId')
      .where('offers.deletedAt', 'is', null),
  ).as('oneTimeOffer')
}

function timersOf(form: FormBuilder) {
  return jsonArrayFrom(
    form
      .selectFrom('timers')
      .select([
        'timers.title',
        sql<number>`(extract(epoch from expires_at) * 1000)::bigint`.as('timestamp'),
        'timers.timezone',
        amountOfTimer,
        'timers.redirectUrl',
        'timers.priceId',
        'timers.texts',
      ])
      .whereRef('timers.formId', '=', 'forms.id')
      .orderBy('timers.expiresAt'),
  ).as('timers')
}

export type FormColumns = Omit<Insertable<Database['forms']>, 'id' | 'sellerId'>

export async function insertForm(
  tx: Transaction<Database>,
  sellerId: string,
  columns: FormColumns,
  parts: FormParts,
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('forms')
    .values({ ...columns, id, sellerId })
    .execute()
  await replaceParts(tx, id, parts)
  return id
}

/** Undefined columns and parts stay unchanged. Returns false if the seller has no such form. */
export async function updateForm(
  tx: Transaction<Database>,
  sellerId: string,
  id: string,
  columns: Updateable<Database['forms']>,
  parts: FormParts,
): Promise<boolean> {
  const updated = await tx
    .updateTable('forms')
    .set({ ...columns, updatedAt: new Date() })
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (updated === undefined) return false
  await replaceParts(tx, id, parts)
  return true
}

/**
 * Marks a form as deleted, without affecting past sales. Returns the title, or undefined if the seller has no such
 * form.
 */
export async function deleteForm(
  db: Kysely<Database>,
  sellerId: string,
  id: string,
): Promise<string | undefined> {
  const deleted = await db
    .updateTable('forms')
    .set({ deletedAt: new Date() })
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning('title')
    .executeTakeFirst()
  return deleted?.title
}

/** Marks all forms as deleted, for a seller who closes the account. Returns the forms' ids. */
export async function deleteAllForms(
  tx: Transaction<Database>,
  sellerId: string,
  now: Date,
): Promise<string[]> {
  const forms = await tx
    .updateTable('forms')
    .set({ deletedAt: now })
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .returning('id')
    .execute()
  return forms.map(({ id }) => id)
}

/** All of a seller's forms, oldest first. */
export async function readForms(db: Kysely<Database>, sellerId: string) {
  return db
    .selectFrom('forms')
    .selectAll('forms')
    .select((form) => [pricesOfForm(form), stockOfForm(form), timersOf(form), bumpRulesOf(form)])
    .select([linkedBumps('form_bumps').as('bumps'), linkedBumps('form_offer_sequence').as('otoSequenceList')])
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
}

function linkedBumps(table: 'form_bumps' | 'form_offer_sequence') {
  return sql<string[]>`array(
    select bump_id::text from ${sql.table(table)} where form_id = forms.id order by position)`
}

/** The length of the longest description of a bump or an offer in any language, in characters. */
export function longestText(table: string) {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<number>`greatest(char_length(${column('description')}), (
    select max(char_length(told ->> 'description')) from jsonb_each(${column('texts')}) as given (code, told)))`
}

type Referable = 'bumpsView' | 'offersView' | 'taxesView'

/**
 * The seller's own items among these ids that are not deleted, with their price (in minor units) and their
 * description's length, if they have these.
 */
export async function findOwn(
  db: Kysely<Database>,
  view: Referable,
  sellerId: string,
  ids: readonly string[],
): Promise<{ id: string; currency: string | null; amount: number; textLength: number }[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom(view)
    .select([
      'id',
      view === 'taxesView' ? sql<null>`null`.as('currency') : sql<string>`currency`.as('currency'),
      view === 'taxesView' ? sql<number>`0`.as('amount') : sql<number>`amount`.as('amount'),
      (view === 'taxesView' ? sql<number>`0` : longestText(view)).as('textLength'),
    ])
    .where('sellerId', '=', sellerId)
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute()
}
