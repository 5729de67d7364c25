import type { Kysely } from 'kysely'
import { isId } from '#foundation/db/new-id.ts'
import { type PlaceOf, prepare } from '#foundation/db/driver/prepare.ts'
import type { Database } from '#foundation/db/schema.ts'
import { namedLanguage } from '#foundation/language/read-language.ts'

/** The language of a purchase's pages and emails, or English if there is no such purchase. */
export async function languageOfPurchase(db: Kysely<Database>, id: string | null): Promise<string> {
  const [purchase] = id !== null && isId(id) ? await selectLanguage(db, { id }) : []
  return namedLanguage(purchase?.language) ?? 'en'
}

const selectLanguage = prepare((db, place: PlaceOf<{ readonly id: string }>) =>
  db.selectFrom('purchases').select('language').where('id', '=', place('id')),
)
