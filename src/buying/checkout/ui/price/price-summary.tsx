import { t } from '#foundation/language/t.ts'
import type { Price } from '#payments/pricing/price.ts'
import { useReading } from '../page/reading.ts'
import { AmountRow } from './amount.tsx'
import { shownLines, type TaxWords } from './shown-lines.ts'

type BillProps = { readonly price: Price; readonly words: TaxWords }
type TotalProps = {
  readonly price: Price
  /** The label of the total, such as "Total" or "Due today". */
  readonly totalLabel: string
}
export type PriceSummaryProps = BillProps & TotalProps

function useAmount({ currency }: Price): (minor: number) => string {
  const { amountText } = useReading()
  return (minor) => (minor === 0 ? t('Free') : amountText(minor, currency))
}

/** The lines of a purchase and its tax, as list items. */
export function BillLines({ price, words }: BillProps) {
  const amount = useAmount(price)
  const { lines, tax } = shownLines(price, words)
  return (
    <>
      {lines.map((line, index) => (
        <AmountRow
          key={`${index} ${line.name}`}
          label={line.name}
          amount={amount(line.amount)}
          className="text-sm"
        />
      ))}
      {tax !== null && (
        <AmountRow label={tax.name} amount={amount(tax.amount)} className="text-muted text-sm" />
      )}
    </>
  )
}

/** The total of a purchase. Screen readers announce it when it changes. */
export function Total({ price, totalLabel, className = '' }: TotalProps & { readonly className?: string }) {
  return (
    <AmountRow
      label={totalLabel}
      amount={useAmount(price)(price.total)}
      className={`text-lg font-semibold ${className}`}
      isAnnounced={true}
    />
  )
}

/** The lines of a purchase, its tax and its total. */
export function PriceSummary({ price, words, totalLabel }: PriceSummaryProps) {
  return (
    <dl className="grid gap-2">
      <BillLines price={price} words={words} />
      <Total price={price} totalLabel={totalLabel} className="border-line mt-1 border-t pt-3" />
    </dl>
  )
}
