import type { ShownPrice } from '#payments/pricing/shown-price.ts'
import { priceText, type Priced } from '../price-text.ts'

type ShownPriceTextProps = {
  readonly form: Priced
  /** As its buyers read it, in major units. */
  readonly price: ShownPrice
}

/** A form's price, and beside it what its buyers are told of the tax. */
export function ShownPriceText({ form, price }: ShownPriceTextProps) {
  return (
    <span>
      {priceText({ ...form, amount: price.amount })}
      {price.note !== '' && (
        <span className="text-sm font-normal whitespace-nowrap text-muted"> {price.note}</span>
      )}
    </span>
  )
}
