import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { changeCatalog } from '#selling/catalog/serve-catalog-items.ts'
import { describeForm } from '../form-wire.ts'
import { findForm } from '../store.ts'
import { contentOf, hashOf } from './version-content.ts'

/** The most versions that a form keeps; beyond that, the oldest without orders are deleted. */
export const mostVersions = 1000

/** A save by a member, or by the product itself. */
export type Saved = { readonly sellerId: string; readonly userId: string | null; readonly at: Date }

/**
 * Records what buyers now see of forms, in the transaction of the change. A content that a form has had before is that
 * version again. Changes of one seller's catalog must not run simultaneously.
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
  const number = (await findNumber(tx, formId, contentHash)) ?? (await nextNumber(tx, formId))
  if (number === row.version) return
  await tx
    .insertInto('formVersions')
    .values({ formId, number, content: JSON.stringify(content), contentHash, madeBy: userId, madeAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.updateTable('forms').set({ version: number }).where('id', '=', formId).execute()
  if (number > mostVersions) await removeUnsold(tx, formId, number)
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

/** A page that is open with a deleted version still pays: its order names a version without content. */
async function removeUnsold(tx: Transaction<Database>, formId: string, current: number): Promise<void> {
  await sql`
    delete from form_versions where form_id = ${formId} and number = any(array(
      select number from form_versions as version
      where form_id = ${formId} and number <> ${current}
        and not exists (
          select from purchases_view as purchases
          where purchases.form_id = ${formId} and purchases.form_version = version.number and kind = 'order')
      order by number
      limit greatest(0, (select count(*) from form_versions where form_id = ${formId}) - ${mostVersions})
    ))`.execute(tx)
}

const batch = 50

/** Records the first version of forms last saved before there were versions; returns how many had none. */
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
