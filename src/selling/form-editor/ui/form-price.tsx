import { useQuery } from '@tanstack/react-query'
import { t } from '#foundation/language/t.ts'
import { useSellerState } from '#accounts/billing/ui/seller-state.ts'
import { shopQuery } from '#accounts/shop/ui/queries.ts'
import { toMinor } from '#foundation/money/amount.ts'
import { isGrossFirst } from '#payments/pricing/gross-countries.ts'
import { omitDisabledByPlan } from '#payments/pricing/sold-form.ts'
import type { Form } from '#selling/forms/contract.ts'
import { lowestPrice, pricesAt } from '#selling/forms/price/lowest-price.ts'
import { useNow } from '#selling/timers/ui/use-now.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import type { EditedPrice } from './prices/arrange-prices.ts'
import { ShownPriceText } from './shown-price-text.tsx'

type MajorPrice = Pick<Form, 'amount' | 'trialAmount' | 'setupAmount'>

/** The price of a seller's form as buyers read it. */
export function FormPrice({ form }: { readonly form: Form }) {
  const { data: shop } = useQuery(shopQuery)
  const plan = useSellerState(true)?.plan ?? null
  const now = useNow()
  const { currency } = form
  const { tax, timers } = omitDisabledByPlan(form, plan)
  const rate = tax?.active === true ? { percentage: String(tax.percentage), inclusive: tax.inclusive } : null
  const inMinor = <Price extends MajorPrice>({ amount, trialAmount, setupAmount, ...price }: Price) => ({
    ...price,
    amount: toMinor(amount, currency),
    trialAmount: toMinor(trialAmount, currency),
    setupAmount: toMinor(setupAmount, currency),
  })
  const minor = {
    ...inMinor(form),
    prices: form.prices.map(inMinor),
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

/** The state of a price; nothing for a listed one. */
export function StateBadge({ price }: { readonly price: EditedPrice }) {
  if (price.state === 'hidden') return <Badge>{t('Hidden')}</Badge>
  if (price.state === 'retired') return <Badge>{t('Retired')}</Badge>
  return price.isDefault ? <Badge tone="brand">{t('Default')}</Badge> : null
}
