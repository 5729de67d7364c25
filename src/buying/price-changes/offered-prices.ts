import type { Selectable } from 'kysely'
import { checkPayable, findSellable, type PayableForm } from '#buying/checkout/price/payable-form.ts'
import type { Database } from '#foundation/db/schema.ts'
import { translateForm } from '#foundation/language/translations.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import { amountAt, type FormPrice, taxedAmount } from '#payments/pricing/price-purchase.ts'
import { closingTimer } from '#payments/pricing/timers.ts'
import { firstPriceId } from '#payments/pricing/sold-form.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import type { Purchase } from '#payments/purchases/purchase.ts'
import {
  asTaxedNext,
  canChangePrice,
  newestPrice,
  presentPriceId,
  rateOf,
} from '#payments/subscriptions/begin/agreed-prices.ts'
import type { OtherPrice } from '#payments/subscriptions/change/change-price.ts'

type Subscription = Selectable<Database['subscriptions']>

/** A price to change to. `after` is the latest earlier change, or null. */
export type OfferedPrice = OtherPrice & { readonly label: string; readonly after: string | null }

/**
 * The prices that a subscription can change to now, if its seller allows it. These are the form's public prices with
 * the same cycle and no end, at their current amounts and without a trial or set-up fee. The subscription's quantity
 * and tax stay the same.
 */
export async function offeredPrices(
  { db, clock }: Pick<PaymentServices, 'db' | 'clock'>,
  row: Subscription,
  order: Pick<Purchase, 'formId' | 'priceId' | 'language'>,
): Promise<OfferedPrice[]> {
  const now = clock.now()
  if (!canChangePrice(row, now)) return []
  const own = await findSellable(db, order.formId)
  const { taxTreatment, taxCountry: country, ...rate } = asTaxedNext(row)
  const isVerified = taxTreatment === 'reverse_charge'
  const form = own && checkPayable(translateForm(own, order.language), { country, isVerified })
  const isOpen = form !== undefined && closingTimer(form.pricing, now.getTime()) === undefined
  const ownTitle = (id: string) => own?.pricing.prices?.find((price) => price.id === id)?.title ?? null
  if (!isOpen || !form.allowsPriceChange || form.currency !== row.currency) return []
  const present = presentPriceId(row, order) ?? firstPriceId({ id: form.id, priceId: null })
  const after = newestPrice(row)?.id ?? null
  const { currency } = row
  const { minimum, maximum } = currencyOf(currency)
  const taxes = isVerified ? untaxed(form) : { tax: rateOf(rate), without: undefined }
  return (form.pricing.prices ?? [])
    .filter((price) => price.id !== present && isLike(price, row))
    .map((price) => {
      const amount = amountAt(price, now.getTime()) * row.quantity
      const { id: priceId, title, label } = price
      const sellerTitle = ownTitle(priceId)
      return { priceId, title, sellerTitle, label, after, ...taxedAmount(amount, { ...taxes, currency }) }
    })
    .filter(({ total }) => total >= minimum && total <= maximum)
}

/** Under reverse charge, a business pays the net amount of a price that includes tax. */
function untaxed({ pricing: { tax, without } }: PayableForm) {
  return { tax: null, without: without ?? (tax?.inclusive === true ? tax : undefined) }
}

function isLike({ recurrence, isHidden }: FormPrice, row: Subscription): boolean {
  const { billingInterval, billingPeriod } = row
  return (
    !isHidden &&
    recurrence !== null &&
    recurrence.cancelAfter === 0 &&
    recurrence.billingPeriod === billingPeriod &&
    recurrence.billingInterval === billingInterval
  )
}
