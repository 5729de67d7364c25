import { recurrenceText } from '#payments/subscriptions/recurrence-text.ts'
import { amountText, priceName } from '../../price-text.ts'
import type { EditedPrice } from './arrange-prices.ts'

/** What a price is in words: "$49.00 once", "$12.00 every month until you cancel"; `today` in milliseconds. */
export function priceText(price: EditedPrice, currency: string, today: number): string {
  const amount = amountText(price.amount, currency)
  if (price.priceType === 'OneTimePrice') return price.amount === 0 ? amount : `${amount} once`
  return withTerms(recurrenceText(price, amount, today), price, currency)
}

/** What a price begins with and what it is then: "14 days free, then $24.00 every month until you cancel, and $30.00 once". */
export function withTerms(
  words: string,
  { trialDays, trialAmount, setupAmount }: Pick<EditedPrice, 'trialDays' | 'trialAmount' | 'setupAmount'>,
  currency: string,
): string {
  const cost = trialAmount > 0 ? `for ${amountText(trialAmount, currency)}` : 'free'
  const trial = trialDays > 0 ? `${trialDays} ${trialDays === 1 ? 'day' : 'days'} ${cost}, then ` : ''
  return `${trial}${words}${setupAmount > 0 ? `, and ${amountText(setupAmount, currency)} once at the beginning` : ''}`
}

/** What buyers are offered, in one sentence. */
export function choiceSentence(prices: readonly EditedPrice[], currency: string): string {
  const listed = prices.filter(({ state }) => state === 'listed')
  const names = listed.map((price) => priceName(price, currency))
  const opened = listed.findIndex(({ isDefault }) => isDefault)
  const first = names[Math.max(opened, 0)] ?? ''
  const hidden = prices.filter(({ state }) => state === 'hidden').length
  const others =
    hidden === 0 ? '' : ` ${hidden === 1 ? 'One more is' : `${hidden} more are`} for who has the link.`
  return names.length === 1
    ? `Buyers see one price, “${first}”.${others}`
    : `Buyers choose between ${listOf(names)}; “${first}” is chosen when the page opens.${others}`
}

function listOf(names: readonly string[]): string {
  const quoted = names.map((name) => `“${name}”`)
  return `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1) ?? ''}`
}
