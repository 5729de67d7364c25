import { useState } from 'react'
import { recurrenceText } from '#payments/subscriptions/recurrence-text.ts'
import { trialEndAt } from '#payments/subscriptions/trial/trial-days.ts'
import { shownAmount } from '#foundation/money/shown-amount.ts'
import { withTerms } from '../prices/price-sentence.ts'
import { useFormFields } from './use-form-fields.ts'

/** What buyers will read of a recurring price, once what is typed makes one. */
export function RecurrencePreview() {
  const { watch } = useFormFields()
  const [today] = useState(() => Date.now())
  const [amount, currency] = [watch('amount') ?? 0, watch('currency')]
  const [billingInterval, billingPeriod] = [watch('billingInterval'), watch('billingPeriod')]
  const cancelAfter = watch('cancelAfter')
  const trialDays = watch('trialDays')
  const isPlan =
    isWithin(billingInterval, 1, 1_095) && isWithin(cancelAfter, 0, 10_000) && isWithin(trialDays, 0, 1_095)
  if (!isPlan || billingPeriod === undefined || !(amount > 0)) return null
  const terms = {
    trialDays,
    trialAmount: watch('trialAmount') ?? 0,
    setupAmount: watch('setupAmount') ?? 0,
  }
  const recurrence = { billingInterval, billingPeriod, cancelAfter }
  return (
    <p className="animate-appear rounded-2xl bg-brand-soft px-4 py-3 text-pretty">
      Someone who buys today pays{' '}
      <strong>
        {withTerms(
          recurrenceText(recurrence, shownAmount(amount, currency), trialEndAt(today, trialDays)),
          terms,
          currency,
        )}
      </strong>
      .
    </p>
  )
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}
