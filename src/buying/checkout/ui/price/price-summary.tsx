import { t } from '#foundation/language/t.ts'
import type { Price } from '#payments/pricing/price.ts'
import { useReading } from '../page/reading.ts'
import { AmountRow } from './amount.tsx'
import { shownLines, type TaxWords } from './shown-lines.ts'

export type PriceSummaryProps = {
  readonly price: Price
  readonly words: TaxWords
  /** The label of the sum: "Total", "Due today". */
  readonly totalLabel: string
}

/** The lines of a purchase, its tax and its total; the total is announced when it changes. */
export function PriceSummary({ price, words, totalLabel }: PriceSummaryProps) {
  const { amountText } = useReading()
  const amount = (minor: number) => (minor === 0 ? t('Free') : amountText(minor, price.currency))
  const { lines, tax, isGross } = shownLines(price, words)
  const taxRow = tax !== null && (
    <AmountRow label={tax.name} amount={amount(tax.amount)} className="text-muted text-sm" />
  )
  return (
    <dl className="grid gap-2">
      {lines.map((line, index) => (
        <AmountRow
          key={`${index} ${line.name}`}
          label={line.name}
          amount={amount(line.amount)}
          className="text-sm"
        />
      ))}
      {!isGross && taxRow}
      <AmountRow
        label={totalLabel}
        amount={amount(price.total)}
        className="border-line mt-1 border-t pt-3 text-lg font-semibold"
        isAnnounced={true}
      />
      {isGross && taxRow}
    </dl>
  )
}
