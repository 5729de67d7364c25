import { useState } from 'react'
import { PriceSales } from '#selling/sales/ui/form-sales.tsx'
import type { Form } from '#selling/forms/contract.ts'
import { priceName } from '#selling/forms/price/price-text.ts'
import { pricesOf } from './arrange-prices.ts'
import { priceText } from './price-sentence.ts'
import { StateBadge } from './state-badge.tsx'

/** A form's prices as its seller reads them, and how often each was sold lately. */
export function PriceList({ form }: { readonly form: Form }) {
  const [today] = useState(() => Date.now())
  return (
    <ul className="grid gap-2">
      {pricesOf(form).map((price) => (
        <li key={price.id}>
          <span className="font-medium wrap-anywhere">{priceName(price, form.currency)}</span>{' '}
          <StateBadge price={price} />
          <span className="block">{priceText(price, form.currency, today)}</span>
          <PriceSales formId={form.id} priceId={price.id ?? form.id} />
        </li>
      ))}
    </ul>
  )
}
