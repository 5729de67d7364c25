import { formatAmount, parseAmount, toMajor } from '#foundation/money/amount.ts'
import { currencyOf, isCurrencyCode } from '#foundation/money/currencies.ts'
import { taxAmount } from '#foundation/money/tax.ts'
import { longestCycle } from '#selling/forms/price/further-price.ts'
import { isNamed } from '#selling/forms/open-problems.ts'
import { shownAmount } from '#foundation/money/shown-amount.ts'
import type { FormValues } from '../editor/form-values.ts'
import type { Checked, Finding } from './finding.ts'

/** What is wrong with the price: too little for a card, or again and again in a way that cannot be meant. */
export function priceFindings(checked: Checked): Finding[] {
  return [...amountFindings(checked), ...openFindings(checked.values), ...cycleFindings(checked.values)]
}

/** The smallest amount in major units that a card can be charged, and its text, where `amount` is above 0 and below it. */
export function smallestAbove(
  amount: number | null | undefined,
  currency: string,
): { major: number; text: string } | null {
  const parsed = isCurrencyCode(currency) ? parseAmount(amount ?? 0, currency) : undefined
  if (parsed?.ok !== true) return null
  const { minimum, smallest } = currencyOf(currency)
  if (parsed.minor === 0 || parsed.minor >= minimum) return null
  return { major: toMajor(smallest, currency), text: formatAmount(smallest, currency) }
}

function amountFindings({ values, known }: Checked): Finding[] {
  const { amount, currency } = values
  const smallest = smallestAbove(amount, currency)
  if (smallest === null) return []
  const parsed = parseAmount(amount ?? 0, currency)
  const tax = known.taxes?.find(({ id, active }) => id === values.taxId && active)
  const rate = tax === undefined ? null : { percentage: String(tax.percentage), inclusive: tax.inclusive }
  const taxed = parsed.ok ? taxAmount(parsed.minor, rate, currency) : null
  const withTax =
    taxed === null || rate === null ? '' : `, ${formatAmount(taxed.total, currency)} with its tax,`
  return [
    {
      field: 'amount',
      text: `The price${withTax} is below the minimum card payment of ${smallest.text}.`,
      weight: 'problem',
      mend: { label: `Make it ${smallest.text}`, changes: { amount: smallest.major } },
    },
  ]
}

/** What is offered where buyers name the price, and cannot be named. */
function openFindings(values: FormValues): Finding[] {
  const { priceType, isOpen, currency, suggestedAmount, presetAmounts } = values
  if (!isNamed({ priceType, isOpen }) || !isCurrencyCode(currency)) return []
  const amount = values.amount ?? 0
  const least = shownAmount(amount, currency)
  const found: Finding[] = []
  if (suggestedAmount !== null && suggestedAmount < amount) {
    found.push({
      field: 'suggestedAmount',
      text: `The suggested ${shownAmount(suggestedAmount, currency)} is less than buyers can name: ${least} or more.`,
      weight: 'problem',
      mend: { label: `Suggest ${least}`, changes: { suggestedAmount: amount } },
    })
  }
  const good = presetAmounts.filter((one) => one === null || one >= amount)
  if (good.length < presetAmounts.length) {
    found.push({
      field: 'presetAmounts',
      text: `A button offers less than buyers can name: ${least} or more.`,
      weight: 'problem',
      mend: { label: 'Remove it', changes: { presetAmounts: good } },
    })
  }
  if (amount === 0 && suggestedAmount === null) {
    found.push({
      field: 'suggestedAmount',
      text: 'Buyers may pay nothing, and see an empty field. A suggested amount tells them what is fair.',
      weight: 'advice',
      mend: null,
    })
  }
  return found
}

function cycleFindings(values: FormValues): Finding[] {
  const { priceType, billingPeriod, billingInterval, cancelAfter, amount } = values
  if (priceType !== 'RecurringPrice') return []
  const longest = longestCycle[billingPeriod]
  const found: Finding[] = []
  if (billingInterval > longest) {
    found.push({
      field: 'billingInterval',
      text: `A billing cycle can last three years at most: that is ${longest} for ${billingPeriod}.`,
      weight: 'problem',
      mend: { label: `Make it ${longest}`, changes: { billingInterval: longest } },
    })
  }
  if (cancelAfter === 1) {
    found.push({
      field: 'cancelAfter',
      text: 'The price is recurring but ends after one payment, which may confuse buyers.',
      weight: 'problem',
      mend: { label: 'Make it One Time', changes: { priceType: 'OneTimePrice' } },
    })
  }
  if ((amount ?? 0) === 0) {
    found.push({
      field: 'amount',
      text: 'A recurring price must be above 0.',
      weight: 'problem',
      mend: null,
    })
  }
  return found
}
