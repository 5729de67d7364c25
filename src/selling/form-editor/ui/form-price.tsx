import { useQuery } from '@tanstack/react-query'
import { useSellerState } from '#accounts/billing/ui/seller-state.ts'
import { shopQuery } from '#accounts/shop/ui/queries.ts'
import { toMinor } from '#foundation/money/amount.ts'
import { isGrossFirst } from '#payments/pricing/gross-countries.ts'
import { omitDisabledByPlan } from '#payments/pricing/sold-form.ts'
import type { Form } from '#selling/forms/contract.ts'
import { lowestPrice, type LowestPrice, pricesAt } from '#selling/forms/price/lowest-price.ts'
import { priceText } from '#selling/forms/price/price-text.ts'
import { useNow } from '#selling/timers/ui/use-now.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import type { EditedPrice } from './prices/arrange-prices.ts'

type ShownPriceTextProps = { readonly price: LowestPrice; readonly currency: string }

/** What a form costs, and beside it what its buyers are told of the tax; of several prices the lowest, and how many. */
export function ShownPriceText({ price, currency }: ShownPriceTextProps) {
  const { amount, note, count, isOpen } = price
  return (
    <span>
      {(count > 1 || isOpen) && amount > 0 && <span className="text-sm font-normal text-muted">from </span>}
      {isOpen && amount === 0 ? 'Buyers name the price' : priceText({ ...price, currency })}
      {note !== '' && <span className="text-sm font-normal whitespace-nowrap text-muted"> {note}</span>}
      {count > 1 && (
        <span className="text-sm font-normal whitespace-nowrap text-muted"> · {count} prices</span>
      )}
    </span>
  )
}

/** What the seller's own form costs, as its buyers read it. */
export function FormPrice({ form }: { readonly form: Form }) {
  const { data: shop } = useQuery(shopQuery)
  const plan = useSellerState(true)?.plan ?? null
  const now = useNow()
  const { currency } = form
  const { tax, timers } = omitDisabledByPlan(form, plan)
  const rate = tax?.active === true ? { percentage: String(tax.percentage), inclusive: tax.inclusive } : null
  const minor = {
    ...form,
    amount: toMinor(form.amount, currency),
    prices: form.prices.map((price) => ({ ...price, amount: toMinor(price.amount, currency) })),
    timers: timers.map((timer) => ({
      priceId: timer.priceId,
      expiresAt: timer.timestamp,
      amount: timer.amount === null ? null : toMinor(timer.amount, currency),
    })),
  }
  const [first, ...others] = pricesAt(minor, now)
  const isGross = isGrossFirst(shop?.country ?? null)
  const price = lowestPrice(first, others, {
    tax: rate,
    isGrossFirst: isGross,
    currency,
  })
  return <ShownPriceText price={price} currency={currency} />
}

/** Who is offered a price; nothing where all are. */
export function StateBadge({ price }: { readonly price: EditedPrice }) {
  if (price.state === 'hidden') return <Badge>Hidden</Badge>
  if (price.state === 'retired') return <Badge>Retired</Badge>
  return price.isDefault ? <Badge tone="brand">Chosen at first</Badge> : null
}
