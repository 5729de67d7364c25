// A separate module, so that the list of forms loads without the pricing rules.
import { t } from '#foundation/language/t.ts'
import type { LowestPrice } from '#selling/forms/price/lowest-price.ts'
import { priceText } from '#selling/forms/price/price-text.ts'

type ShownPriceTextProps = { readonly price: LowestPrice; readonly currency: string }

/** A form's price with its tax note; of several prices the lowest, and their number. */
export function ShownPriceText({ price, currency }: ShownPriceTextProps) {
  const { amount, note, count, isOpen } = price
  return (
    <span>
      {(count > 1 || isOpen) && amount > 0 && <span className="text-sm font-normal text-muted">from </span>}
      {isOpen && amount === 0 ? t('Pay what you want') : priceText({ ...price, currency })}
      {note !== '' && <span className="text-sm font-normal whitespace-nowrap text-muted"> {note}</span>}
      {count > 1 && (
        <span className="text-sm font-normal whitespace-nowrap text-muted"> · {count} prices</span>
      )}
    </span>
  )
}
