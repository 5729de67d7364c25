import { formatsOf } from '#foundation/text/read-formats.ts'
import type { Price } from '#payments/pricing/price.ts'
import { trialConsentAt } from './after-trial.ts'
import type { FoundCoupon } from '../coupon/find-code.ts'
import { laterPayments } from '../price/later-payments.ts'
import type { PayableForm } from '../price/payable-form.ts'

/** How a page showed a form: when, in milliseconds, what it cost then, and to a reader of which language. */
export type Shown = { readonly at: number; readonly price: Price; readonly locale: string | null }

/** What a buyer has to agree to before a trial, word for word as their page asked it; null: none begins. */
export function trialConsentOf(
  form: PayableForm,
  found: FoundCoupon | undefined,
  { at: shownAt, price, locale }: Shown,
): string | null {
  const later = price.full === undefined ? null : laterPayments(form.pricing, price, found?.coupon.cycles)
  if (later === null) return null
  const { sellerName } = form
  const trial = { ...later, sellerName, currency: price.currency, hasCode: found !== undefined, shownAt }
  return trialConsentAt(trial, formatsOf(locale))
}
