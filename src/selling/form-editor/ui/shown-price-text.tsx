// This is a separate module, so that the list of forms loads without the pricing rules.
import type { ReactNode } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { shownAmount } from '#foundation/money/shown-amount.ts'
import { noteText } from '#payments/pricing/shown-price.ts'
import type { LowestPrice } from '#selling/forms/price/lowest-price.ts'
import { priceText } from '#selling/forms/price/price-text.ts'

type ShownPriceTextProps = { readonly price: LowestPrice; readonly currency: string }

/**
 * A form's price with its trial, tax note and set-up fee. If there are several prices, the lowest one and their
 * number.
 */
export function ShownPriceText({ price, currency }: ShownPriceTextProps) {
  const { amount, note, count, isOpen, trialDays, setupAmount } = price
  const text = isOpen && amount === 0 ? t('Pay what you want') : priceText({ ...price, currency })
  if (count > 1) {
    return (
      <span>
        {amount > 0 ? rich('<small>from</small> {price}', { small: <Small />, price: text }) : text}
        {note !== '' && <Small> {noteText(note)}</Small>}
        <Small> · {t('{count, plural, one {# price} other {# prices}}', { count })}</Small>
        {trialDays > 0 && <Small> · {t('{trialDays}-day trial', { trialDays })}</Small>}
      </span>
    )
  }
  return (
    <span>
      {isOpen && amount > 0
        ? t('Pay what you want, {least} or more', { least: text })
        : afterTrial(price, currency, text)}
      {note !== '' && <Small> {noteText(note)}</Small>}
      {setupAmount > 0 && (
        <Small> {t('+ {fee} set-up fee', { fee: shownAmount(setupAmount, currency) })}</Small>
      )}
    </span>
  )
}

/** "7 days free, then $29.00 / month". */
function afterTrial({ trialDays, trialAmount }: LowestPrice, currency: string, price: string): ReactNode {
  if (trialDays === 0) return price
  const values = { days: trialDays, price, small: <Small isLine /> }
  return trialAmount > 0
    ? rich('<small>{days, plural, one {# day} other {# days}} for {cost}, then</small> {price}', {
        ...values,
        cost: shownAmount(trialAmount, currency),
      })
    : rich('<small>{days, plural, one {# day} other {# days}} free, then</small> {price}', values)
}

type SmallProps = {
  /** Whether the text is on its own line. */
  readonly isLine?: boolean
  readonly children?: ReactNode
}

function Small({ isLine = false, children }: SmallProps) {
  return (
    <span className={`text-sm font-normal whitespace-nowrap text-muted ${isLine ? 'block' : ''}`}>
      {children}
    </span>
  )
}
