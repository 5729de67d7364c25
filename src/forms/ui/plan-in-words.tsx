import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { billingPeriods } from '#forms/contract.ts'
import { amountText } from '#forms/price-text.ts'
import { planText } from '#subscriptions/plan-text.ts'
import { useFormFields } from './use-form-fields.ts'

/** The recurring price as buyers will read it, from what is typed; nothing while that is no plan. */
export function PlanInWords() {
  const { control } = useFormFields()
  const { amount, currency = 'usd', billingInterval, billingPeriod, cancelAfter } = useWatch({ control })
  const [now] = useState(() => Date.now())
  if (!isCount(billingInterval, 1) || !isCount(cancelAfter, 0)) return null
  const plan = { billingInterval, billingPeriod: billingPeriod ?? billingPeriods[0], cancelAfter }
  return (
    <p className="rounded-xl bg-sunken px-4 py-3" aria-live="polite">
      <span className="text-muted">Buyers read: </span>
      {planText(plan, amountText(amount ?? 0, currency), now)}
    </p>
  )
}

function isCount(typed: number | undefined, least: number): typed is number {
  return typed !== undefined && Number.isInteger(typed) && typed >= least && typed <= 10_000
}
