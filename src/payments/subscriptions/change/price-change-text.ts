import type { Formats } from '#foundation/text/formats.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { cycleText } from '../recurrence-text.ts'

type Change = {
  readonly recurrence: Recurrence
  readonly currency: string
  /** Of one payment, in minor units, tax included. */
  readonly total: number
  readonly former: number
  readonly hasTax: boolean
  /** In milliseconds. */
  readonly from: number
}

/** What a buyer agrees to, and is then told: "From 6 Dec 2026: $24.00 every month instead of $12.00". */
export function priceChangeText(change: Change, formats: Formats): string {
  const { recurrence, currency, total, former, hasTax, from } = change
  const amountText = (minor: number) => formatAmount(minor, currency, formats)
  const tax = hasTax ? ', tax included' : ''
  return `From ${dayText(from, formats)}: ${amountText(total)} ${cycleText(recurrence)} instead of ${amountText(former)}${tax}`
}
