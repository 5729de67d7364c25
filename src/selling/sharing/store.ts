import { sql, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** The code of a seller's form, or undefined if it has none yet or there is no such form. */
export async function findCode(
  db: Kysely<Database>,
  sellerId: string,
  formId: string,
): Promise<string | undefined> {
  const link = await db
    .selectFrom('shortLinks')
    .innerJoin('formsView as forms', 'forms.id', 'shortLinks.formId')
    .select('code')
    .where('forms.sellerId', '=', sellerId)
    .where('forms.id', '=', formId)
    .where('forms.deletedAt', 'is', null)
    .executeTakeFirst()
  return link?.code
}

/** Gives a seller's form this code, unless the form has one already or another form has the code. */
export async function insertCode(
  db: Kysely<Database>,
  sellerId: string,
  formId: string,
  code: string,
): Promise<void> {
  await db
    .insertInto('shortLinks')
    .columns(['code', 'formId'])
    .expression((builder) =>
      builder
        .selectFrom('formsView as forms')
        .select([sql<string>`${code}::text`.as('code'), 'id'])
        .where('sellerId', '=', sellerId)
        .where('id', '=', formId)
        .where('deletedAt', 'is', null),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The form behind a code, even if deleted, because its page then says that it was deleted. */
export async function findFormOfCode(db: Kysely<Database>, code: string): Promise<string | undefined> {
  const link = await db.selectFrom('shortLinks').select('formId').where('code', '=', code).executeTakeFirst()
  return link?.formId
}
