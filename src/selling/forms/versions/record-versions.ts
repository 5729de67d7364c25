import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import { t } from '#foundation/language/t.ts'
import { changeCatalog } from '#selling/catalog/serve-catalog-items.ts'
import { describeForm } from '../form-wire.ts'
import { findForm } from '../store.ts'
import { differencesOf } from './differences.ts'
import { contentOf, hashOf, readContent } from './version-content.ts'

/** The maximum number of versions stored per form. Beyond that, the oldest versions without orders are deleted. */
export const mostVersions = 1000
/**
 * The maximum total size of a form's stored versions, in bytes. Beyond that, the oldest versions without orders are
 * also deleted.
 */
const mostBytes = 20_000_000
/** The maximum number of characters in a version: a form with its bumps and offers, in all languages. */
const mostCharacters = 1_000_000

/** A save by a member, or by the product itself. */
export type Saved = { readonly sellerId: string; readonly userId: string | null; readonly at: Date }

/**
 * Records what buyers now see of forms, in the transaction of the change. If a form had the same content before, it
 * gets that version again. Changes of one seller's catalog must not run simultaneously.
 */
export async function recordVersions(
  tx: Transaction<Database>,
  formIds: readonly string[],
  saved: Saved,
): Promise<void> {
  for (const id of formIds) await recordVersion(tx, id, saved)
}

async function recordVersion(
  tx: Transaction<Database>,
  formId: string,
  { sellerId, userId, at }: Saved,
): Promise<void> {
  const row = await findForm(tx, sellerId, formId)
  if (row === undefined) return
  const content = contentOf(describeForm(row))
  const contentHash = hashOf(content)
  const known = await findNumber(tx, formId, contentHash)
  if (known !== undefined && known === row.version) return
  const number = known ?? (await nextNumber(tx, formId))
  if (known === undefined) {
    const text = JSON.stringify(content)
    const before = row.version === null ? undefined : await findContent(tx, formId, row.version)
    rejectTooLong(text.length, before === undefined ? 0 : JSON.stringify(before).length)
    const changes = JSON.stringify(
      differencesOf(before === undefined ? undefined : readContent(before), content),
    )
    const { currency } = content
    await tx
      .insertInto('formVersions')
      .values({ formId, number, content: text, contentHash, changes, currency, madeBy: userId, madeAt: at })
      .execute()
    if (number > mostVersions || number * text.length > mostBytes) await removeUnsold(tx, formId, number)
  } else {
    await tx
      .updateTable('formVersions')
      .set({ resumedAt: at })
      .where('formId', '=', formId)
      .where('number', '=', number)
      .execute()
  }
  await tx.updateTable('forms').set({ version: number }).where('id', '=', formId).execute()
}

/** A form that is already too long can be shortened step by step. */
function rejectTooLong(length: number, before: number): void {
  if (length <= Math.max(mostCharacters, before)) return
  throw new InvalidFields({
    description: t(
      'The texts of this form, its order bumps and offers in all languages have {length} characters together. A form can have up to {most}. Shorten some',
      { length: length.toLocaleString('en'), most: mostCharacters.toLocaleString('en') },
    ),
  })
}

async function findContent(db: Kysely<Database>, formId: string, number: number): Promise<unknown> {
  const found = await db
    .selectFrom('formVersions')
    .select('content')
    .where('formId', '=', formId)
    .where('number', '=', number)
    .executeTakeFirst()
  return found?.content
}

async function findNumber(db: Kysely<Database>, formId: string, contentHash: Buffer) {
  const known = await db
    .selectFrom('formVersions')
    .select('number')
    .where('formId', '=', formId)
    .where('contentHash', '=', contentHash)
    .executeTakeFirst()
  return known?.number
}

async function nextNumber(db: Kysely<Database>, formId: string): Promise<number> {
  const { last } = await db
    .selectFrom('formVersions')
    .select((version) => version.fn.max('number').as('last'))
    .where('formId', '=', formId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/**
 * A buyer can still pay on a page opened with a deleted version. The order then refers to a version without content.
 */
async function removeUnsold(tx: Transaction<Database>, formId: string, current: number): Promise<void> {
  await sql`
    delete from form_versions where form_id = ${formId} and number = any(array(
      select number from (
        select number,
          row_number() over newest_first as place,
          sum(pg_column_size(content)) over newest_first as bytes
        from form_versions where form_id = ${formId}
        window newest_first as (order by number desc)
      ) version
      where number <> ${current} and (place > ${mostVersions} or bytes > ${mostBytes})
        and not exists (
          select from purchases_view as purchases
          where purchases.form_id = ${formId} and purchases.form_version = version.number and kind = 'order')
    ))`.execute(tx)
}

const batch = 50

/**
 * Records the first version of forms that were last saved before there were versions. Returns how many forms that were.
 */
export async function recordFirstVersions(db: Kysely<Database>, at: Date): Promise<number> {
  const forms = await db
    .selectFrom('forms')
    .select(['id', 'sellerId'])
    .where('version', 'is', null)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .limit(batch)
    .execute()
  for (const { id, sellerId } of forms)
    await changeCatalog(db, sellerId, async (tx) => recordVersions(tx, [id], { sellerId, userId: null, at }))
  return forms.length
}
