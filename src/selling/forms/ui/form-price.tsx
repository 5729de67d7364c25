import { useQuery } from '@tanstack/react-query'
import { useSellerState } from '#accounts/billing/ui/seller-state.ts'
import { shopQuery } from '#accounts/shop/ui/queries.ts'
import { toMajor, toMinor } from '#foundation/money/amount.ts'
import { taxAmount } from '#foundation/money/tax.ts'
import { isGrossFirst } from '#payments/pricing/gross-countries.ts'
import { leaveOutResting } from '#payments/pricing/leave-out-resting.ts'
import { amountAt } from '#payments/pricing/price-purchase.ts'
import { shownPrice } from '#payments/pricing/shown-price.ts'
import { useNow } from '#selling/timers/ui/use-now.ts'
import type { Form } from '../contract.ts'
import { ShownPriceText } from './shown-price-text.tsx'

/** What the seller's own form costs, as its buyers read it. */
export function FormPrice({ form }: { readonly form: Form }) {
  const { data: shop } = useQuery(shopQuery)
  const plan = useSellerState(true)?.plan ?? null
  const now = useNow()
  const { currency } = form
  const { tax, timers } = leaveOutResting(form, plan)
  const rate = tax?.active === true ? { percentage: String(tax.percentage), inclusive: tax.inclusive } : null
  const amounts = {
    amount: toMinor(form.amount, currency),
    timers: timers.map((timer) => ({
      expiresAt: timer.timestamp,
      amount: timer.amount === null ? null : toMinor(timer.amount, currency),
    })),
  }
  const price = taxAmount(amountAt(amounts, now), rate, currency)
  const { amount, note } = shownPrice(price, rate, isGrossFirst(shop?.country ?? null))
  return <ShownPriceText form={form} price={{ amount: toMajor(amount, currency), note }} />
}
