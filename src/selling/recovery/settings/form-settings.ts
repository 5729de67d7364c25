import type { Kysely } from 'kysely'
import { countryOfSeller } from '#accounts/invoice-details/seller-details.ts'
import { allowsMails } from '#buying/consumer-law/laws.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { RecoveryKind } from '#foundation/db/tables/recoveries.ts'

/** The settings for lost payments that apply to a form. */
export type FormSettings = {
  readonly formId: string
  readonly country: string | null
  /** Whether the law of that country allows emails without the buyer's consent. */
  readonly isAllowed: boolean
  /** The seller's own choice, or null if there is none yet. */
  readonly chosen: boolean | null
  readonly page: boolean
  /** The minutes until the first email, and until a reminder's second email. */
  readonly waits: readonly [number, number]
  readonly subject: string | null
  readonly message: string | null
  /** The coupon in reminders, which may no longer work. */
  readonly couponId: string | null
  /** The price that the page offers after a decline, which may no longer be listed. */
  readonly fallbackPriceId: string | null
  readonly offersWithoutExtras: boolean
}

export const defaultWaits = [60, 24 * 60] as const

export async function settingsOf(db: Kysely<Database>, formId: string): Promise<FormSettings> {
  const row = await db
    .selectFrom('formsView as forms')
    .leftJoin('formRecovery', 'formRecovery.formId', 'forms.id')
    .select(['declined', 'page', 'waits', 'subject', 'message'])
    .select(['couponId', 'fallbackPriceId', 'offersWithoutExtras'])
    .select(countryOfSeller('forms.sellerId').as('country'))
    .where('forms.id', '=', formId)
    .executeTakeFirstOrThrow()
  const { declined: chosen, country } = row
  const [first = defaultWaits[0], second = defaultWaits[1]] = row.waits ?? []
  return {
    formId,
    country,
    isAllowed: allowsMails(country),
    chosen,
    page: row.page === true,
    waits: [first, second],
    subject: row.subject,
    message: row.message,
    couponId: row.couponId,
    fallbackPriceId: row.fallbackPriceId,
    offersWithoutExtras: row.offersWithoutExtras === true,
  }
}

/**
 * Whether emails about orders of this kind are sent. Reminders do not depend on the law, because buyers ask for them.
 */
export function mayMail({ chosen, isAllowed, page }: FormSettings, kind: RecoveryKind): boolean {
  return kind === 'page' ? page : (chosen ?? isAllowed)
}
