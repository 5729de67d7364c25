import { t } from '#foundation/language/t.ts'
import { formatAmount, formatPrice } from '#foundation/money/amount.ts'
import type { Sale } from '../contract.ts'

/** A sale's total. After refunds or disputes, it is struck through, next to the amount that is left. */
export function SaleAmount({ sale }: { readonly sale: Pick<Sale, 'total' | 'returned' | 'currency'> }) {
  const { total, returned, currency } = sale
  if (returned === 0) return formatPrice(total, currency)
  return (
    <span className="inline-flex gap-x-2">
      <del className="font-normal text-muted">
        {formatAmount(total, currency)}
        <span className="sr-only"> {t('before refunds')}</span>
      </del>{' '}
      {returned < total && <span>{formatAmount(total - returned, currency)}</span>}
    </span>
  )
}
