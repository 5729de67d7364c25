import { t } from '#foundation/language/t.ts'
import { noTerms } from '#payments/pricing/recurrence.ts'
import { pickFields } from '#foundation/values/pick-fields.ts'
import {
  openNames,
  termNames,
  translatedPrice,
  type FurtherPrice,
} from '#selling/forms/price/further-price.ts'
import type { FormValues } from '../editor/form-values.ts'

/** Any of a form's prices in the editor. */
export type EditedPrice = FurtherPrice

/** The form fields that make up its prices. */
export type PriceValues = Pick<
  FormValues,
  | 'priceId'
  | 'priceLabel'
  | 'amount'
  | 'priceType'
  | 'billingInterval'
  | 'billingPeriod'
  | 'cancelAfter'
  | 'prices'
  | 'priceTexts'
  | (typeof termNames)[number]
  | (typeof openNames)[number]
>

/** All prices of a form in order, starting with its own. */
export function pricesOf(values: PriceValues): EditedPrice[] {
  const { priceId, priceLabel, amount, priceType, billingInterval, billingPeriod, cancelAfter } = values
  const others = values.prices.map(furtherPriceOf)
  const first = {
    id: priceId ?? null,
    label: priceLabel,
    amount: amount ?? 0,
    priceType,
    billingInterval,
    billingPeriod,
    cancelAfter,
    ...offeredIn(values),
    ...termsOf(values),
    state: 'listed' as const,
    isDefault: !others.some((price) => price.isDefault),
    texts: translatedPrice.parse(values.priceTexts),
  }
  return [first, ...others]
}

function furtherPriceOf(price: PriceValues['prices'][number]): EditedPrice {
  return {
    id: price.id ?? null,
    label: price.label,
    amount: price.amount ?? 0,
    priceType: price.priceType ?? 'OneTimePrice',
    billingInterval: price.billingInterval ?? 1,
    billingPeriod: price.billingPeriod ?? 'Daily',
    cancelAfter: price.cancelAfter ?? 0,
    ...offeredIn(price),
    ...termsOf(price),
    state: price.state ?? 'listed',
    isDefault: price.isDefault ?? false,
    texts: translatedPrice.parse(price.texts),
  }
}

/** A pay-what-you-want price's suggested amounts. Empty buttons are dropped. */
export function offeredIn(price: Pick<PriceValues['prices'][number], (typeof openNames)[number]>) {
  const { isOpen, suggestedAmount, presetAmounts } = price
  return {
    isOpen: isOpen ?? false,
    suggestedAmount: suggestedAmount ?? null,
    presetAmounts: (presetAmounts ?? []).filter((amount) => amount !== null),
  }
}

/** Unset terms become 0 or empty. */
function termsOf(price: Pick<PriceValues['prices'][number], (typeof termNames)[number]>) {
  const { trialDays, trialAmount, setupAmount, setupLabel, payoffDiscount } = price
  return {
    trialDays: trialDays ?? noTerms.trialDays,
    trialAmount: trialAmount ?? noTerms.trialAmount,
    setupAmount: setupAmount ?? noTerms.setupAmount,
    setupLabel: setupLabel ?? noTerms.setupLabel,
    payoffDiscount: payoffDiscount ?? noTerms.payoffDiscount,
  }
}

/**
 * The form fields for these prices. The first price must be visible, so the first listed one moves to the front. Null
 * if none is listed.
 */
export function valuesOfPrices(prices: readonly EditedPrice[]): PriceValues | null {
  const place = prices.findIndex(({ state }) => state === 'listed')
  const first = prices[place]
  if (first === undefined) return null
  const { id, label, amount, priceType, billingInterval, billingPeriod, cancelAfter } = first
  const others = prices.filter((_, other) => other !== place)
  return {
    priceId: id,
    priceLabel: label,
    amount,
    priceType,
    billingInterval,
    billingPeriod,
    cancelAfter,
    ...pickFields(first, [...openNames, ...termNames]),
    priceTexts: first.texts,
    prices: others.map((price) => ({ ...price, isDefault: price.isDefault && price.state === 'listed' })),
  }
}

/** Whether a price can swap with the next one. Only a visible price can come first. */
export function canSwap(prices: readonly EditedPrice[], place: number): boolean {
  const behind = prices[place + 1]
  return place >= 0 && behind !== undefined && (place > 0 || behind.state === 'listed')
}

/** The prices with a different one as the default. */
export function openedWith(prices: readonly EditedPrice[], place: number): EditedPrice[] {
  return prices.map((price, other) => ({ ...price, isDefault: other === place }))
}

/** The prices with a copy inserted after one of them, to be edited. */
export function withCopy(prices: readonly EditedPrice[], place: number): EditedPrice[] {
  return prices.flatMap((price, other) =>
    other === place
      ? [price, { ...price, id: null, label: t('{label} (copy)', { label: price.label }), isDefault: false }]
      : [price],
  )
}

/** The prices with some fields of one of them changed. */
export function changedAt(
  prices: readonly EditedPrice[],
  place: number,
  change: Partial<EditedPrice>,
): EditedPrice[] {
  return prices.map((price, other) => (other === place ? { ...price, ...change } : price))
}
