import { sql, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { t } from '#foundation/language/t.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { boughtTitle } from '#payments/purchases/records/purchase-columns.ts'

/** Describes a purchase so that its buyer recognizes it, such as "Throw your first bowl, 28 Nov 2026". */
export function boughtText({ title, at }: { readonly title: string; readonly at: Date }): string {
  return t('{title}, {day}', { title, day: dayText(at.getTime()) })
}

/**
 * The title of a purchase, when it was paid (or ordered, while a bank is processing its payment), and the
 * colors of its form.
 */
export async function findBought(
  db: Kysely<Database>,
  purchaseId: string,
): Promise<{ title: string; at: Date; themeColor: string; buttonTextColor: string }> {
  return db
    .selectFrom('purchasesView as purchases')
    .innerJoin('formsView as forms', 'forms.id', 'purchases.formId')
    .select([boughtTitle.as('title'), sql<Date>`coalesce(paid_at, purchases.created_at)`.as('at')])
    .select(['forms.themeColor', 'forms.buttonTextColor'])
    .where('purchases.id', '=', purchaseId)
    .executeTakeFirstOrThrow()
}
