import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** Reads the form of an event. Undefined once it is deleted. */
export async function nameForm(db: Kysely<Database>, sellerId: string, id: string) {
  return db
    .selectFrom('formsView as forms')
    .select(['id', 'title'])
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}
