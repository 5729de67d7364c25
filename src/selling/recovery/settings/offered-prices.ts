import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { firstPriceId } from '#payments/pricing/sold-form.ts'

type OfferedPrice = { readonly id: string; readonly label: string }

/** The listed prices of a form, its first one first, or none if there is no choice. */
export async function listOfferedPrices(db: Kysely<Database>, formId: string): Promise<OfferedPrice[]> {
  const [first, further] = await Promise.all([
    db
      .selectFrom('formsView')
      .select(['id', 'priceId', 'priceLabel'])
      .where('id', '=', formId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('formPricesView')
      .select(['id', 'label'])
      .where('formId', '=', formId)
      .where('state', '=', 'listed')
      .orderBy('position')
      .execute(),
  ])
  return further.length === 0 ? [] : [{ id: firstPriceId(first), label: first.priceLabel }, ...further]
}
