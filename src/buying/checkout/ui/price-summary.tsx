import type { TaxRate } from '#foundation/money/tax.ts'
import type { Price } from '#payments/pricing/price.ts'
import { taxLabel } from '#payments/pricing/tax-label.ts'
import { isWrittenGross } from '#payments/pricing/shown-price.ts'
import { AmountRow } from './amount-row.tsx'
import { useReading } from './reading.ts'

type PriceSummaryProps = {
  readonly price: Price
  readonly tax: TaxRate | null
  readonly taxTitle: string | null
  /** What the sum is to the buyer: "Total", "Due today". */
  readonly totalLabel: string
}

/** The lines of a purchase, its tax and its total; the total is announced when it changes. */
export function PriceSummary({ price, tax, taxTitle, totalLabel }: PriceSummaryProps) {
  const { amountText, isGrossFirst } = useReading()
  const amount = (minor: number) => amountText(minor, price.currency)
  const isGross = isWrittenGross(tax, isGrossFirst)
  const taxRow = tax !== null && price.taxAmount > 0 && (
    <AmountRow
      label={taxLabel(taxTitle, tax.percentage, isGross)}
      amount={amount(price.taxAmount)}
      className="text-muted text-sm"
    />
  )
  return (
    <dl className="grid gap-2">
      {price.lines.map((line, index) => (
        <AmountRow
          key={`${index} ${line.title}`}
          label={line.title}
          amount={amount(isGross ? line.total : line.subtotal)}
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
