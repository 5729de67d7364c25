// A separate module, so that the list of forms loads without the pricing rules.
import type { ReactNode } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { noteText } from '#payments/pricing/shown-price.ts'
import type { LowestPrice } from '#selling/forms/price/lowest-price.ts'
import { priceText } from '#selling/forms/price/price-text.ts'

type ShownPriceTextProps = { readonly price: LowestPrice; readonly currency: string }

/** A form's price with its tax note; of several prices the lowest, and their number. */
export function ShownPriceText({ price, currency }: ShownPriceTextProps) {
  const { amount, note, count, isOpen } = price
  const text = isOpen && amount === 0 ? t('Pay what you want') : priceText({ ...price, currency })
  return (
    <span>
      {(count > 1 || isOpen) && amount > 0
        ? rich('<small>from</small> {price}', { small: <Small />, price: text })
        : text}
      {note !== '' && <Small> {noteText(note)}</Small>}
      {count > 1 && <Small> · {t('{count, plural, one {# price} other {# prices}}', { count })}</Small>}
    </span>
  )
}

function Small({ children }: { readonly children?: ReactNode }) {
  return <span className="text-sm font-normal whitespace-nowrap text-muted">{children}</span>
}
