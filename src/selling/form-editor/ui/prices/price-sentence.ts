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
  if (price.priceType === 'OneTimePrice') return price.amount === 0 ? amount : t('{amount} once', { amount })
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
  const least = text(amount)
  const suggested = suggestedAmount === null ? null : text(suggestedAmount)
  const buttons = listText(presetAmounts.map(text))
  return [
    amount === 0 ? t('Pay what you want, or nothing') : t('Pay what you want, {least} or more', { least }),
    ...(suggested !== null && buttons !== ''
      ? [t('{suggested} is suggested, and buttons offer {buttons}', { suggested, buttons })]
      : []),
    ...(suggested !== null && buttons === '' ? [t('{suggested} is suggested', { suggested })] : []),
    ...(suggested === null && buttons !== '' ? [t('buttons offer {buttons}', { buttons })] : []),
  ].join('; ')
}

/**
 * A price with its trial and set-up fee: "14 days free, then $24.00 every month until you cancel, plus a $30.00 set-up fee".
 */
export function withTerms(
  words: string,
  { trialDays, trialAmount, setupAmount }: Pick<EditedPrice, 'trialDays' | 'trialAmount' | 'setupAmount'>,
  currency: string,
): string {
  const terms = { days: trialDays, price: words }
  const begun =
    trialDays <= 0
      ? words
      : trialAmount > 0
        ? t('{days, plural, one {# day} other {# days}} for {cost}, then {price}', {
            ...terms,
            cost: shownAmount(trialAmount, currency),
          })
        : t('{days, plural, one {# day} other {# days}} free, then {price}', terms)
  return setupAmount > 0
    ? t('{price}, plus a {fee} set-up fee', { price: begun, fee: shownAmount(setupAmount, currency) })
    : begun
}

/** Describes the prices to choose from in one sentence. */
export function choiceSentence(prices: readonly EditedPrice[], currency: string): string {
  const listed = prices.filter(({ state }) => state === 'listed')
  const shown = listed.map((price) => priceName(price, currency))
  const opened = listed.findIndex(({ isDefault }) => isDefault)
  const first = shown[Math.max(opened, 0)] ?? ''
  const hidden = prices.filter(({ state }) => state === 'hidden').length
  const names = listText(shown.map((name) => `“${name}”`))
  return [
    shown.length === 1
      ? t('Buyers see one price, “{first}”.', { first })
      : t('Buyers choose between {names}; “{first}” is selected by default.', { names, first }),
    ...(hidden === 0
      ? []
      : [t('{hidden, plural, one {One more is} other {# more are}} for people with the link.', { hidden })]),
  ].join(' ')
}
