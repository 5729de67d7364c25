import { useQuery } from '@tanstack/react-query'
import { opensExtras } from '#accounts/billing/gates.ts'
import { useSellerState } from '#accounts/billing/ui/seller-state.ts'
import { shopQuery } from '#accounts/shop/ui/queries.ts'
import { toMajor, toMinor } from '#foundation/money/amount.ts'
import { taxAmount } from '#foundation/money/tax.ts'
import { isGrossFirst } from '#payments/pricing/gross-countries.ts'
import { shownPrice } from '#payments/pricing/shown-price.ts'
import type { Form } from '../contract.ts'
import { ShownPriceText } from './shown-price-text.tsx'

/** What the seller's own form costs, as its buyers read it. */
export function FormPrice({ form }: { readonly form: Form }) {
  const { data: shop } = useQuery(shopQuery)
  const plan = useSellerState(true)?.plan ?? null
  const { currency, tax } = form
  const isCharged = tax?.active === true && (plan === null || opensExtras(plan))
  const rate = isCharged ? { percentage: String(tax.percentage), inclusive: tax.inclusive } : null
  const price = taxAmount(toMinor(form.amount, currency), rate, currency)
  const { amount, note } = shownPrice(price, rate, isGrossFirst(shop?.country ?? null))
  return <ShownPriceText form={form} price={{ amount: toMajor(amount, currency), note }} />
}
