import { listText } from '#foundation/language/list.ts'
import { t } from '#foundation/language/t.ts'
import { recurrenceText } from '#payments/subscriptions/recurrence-text.ts'
import { trialEndAt } from '#payments/subscriptions/trial/trial-days.ts'
import { isNamed } from '#selling/forms/open-problems.ts'
import { shownAmount } from '#foundation/money/shown-amount.ts'
import { priceName } from '#selling/forms/price/price-text.ts'
import type { EditedPrice } from './arrange-prices.ts'

/** A price in words: "$49.00 once", "$12.00 every month until you cancel"; `today` in milliseconds. */
export function priceText(price: EditedPrice, currency: string, today: number): string {
  const amount = shownAmount(price.amount, currency)
  if (isNamed(price)) return openText(price, currency)
  if (price.priceType === 'OneTimePrice') return price.amount === 0 ? amount : `${amount} once`
  return withTerms(recurrenceText(price, amount, trialEndAt(today, price.trialDays)), price, currency)
}

/**
 * A pay-what-you-want price in words: "Pay what you want, $5.00 or more; $15.00 is suggested, with buttons for $10.00 and
 * $25.00".
 */
export function openText(
  {
    amount,
    suggestedAmount,
    presetAmounts,
  }: Pick<EditedPrice, 'amount' | 'suggestedAmount' | 'presetAmounts'>,
  currency: string,
): string {
  const text = (major: number) => shownAmount(major, currency)
  const least = amount === 0 ? ', or nothing' : `, ${text(amount)} or more`
  const suggested = suggestedAmount === null ? '' : `${text(suggestedAmount)} is suggested`
  const buttons = presetAmounts.length === 0 ? '' : `buttons offer ${listText(presetAmounts.map(text))}`
  const offered = [suggested, buttons].filter((one) => one !== '').join(', and ')
  return `Pay what you want${least}${offered === '' ? '' : `; ${offered}`}`
}

/**
 * A price with its trial and set-up fee: "14 days free, then $24.00 every month until you cancel, plus a $30.00 set-up fee".
 */
export function withTerms(
  words: string,
  { trialDays, trialAmount, setupAmount }: Pick<EditedPrice, 'trialDays' | 'trialAmount' | 'setupAmount'>,
  currency: string,
): string {
  const cost = trialAmount > 0 ? `for ${shownAmount(trialAmount, currency)}` : 'free'
  const trial = trialDays > 0 ? `${trialDays} ${trialDays === 1 ? 'day' : 'days'} ${cost}, then ` : ''
  return `${trial}${words}${setupAmount > 0 ? `, plus a ${shownAmount(setupAmount, currency)} set-up fee` : ''}`
}

/** The choice of prices in one sentence. */
export function choiceSentence(prices: readonly EditedPrice[], currency: string): string {
  const listed = prices.filter(({ state }) => state === 'listed')
  const names = listed.map((price) => priceName(price, currency))
  const opened = listed.findIndex(({ isDefault }) => isDefault)
  const first = names[Math.max(opened, 0)] ?? ''
  const hidden = prices.filter(({ state }) => state === 'hidden').length
  const others =
    hidden === 0 ? '' : ` ${hidden === 1 ? t('One more is') : `${hidden} more are`} for people with the link.`
  return names.length === 1
    ? t('Buyers see one price, “{first}”.{others}', { first, others })
    : `Buyers choose between ${listText(names.map((name) => `“${name}”`))}; “${first}” is selected by default.${others}`
}
