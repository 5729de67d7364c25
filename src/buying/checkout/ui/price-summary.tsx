import { formatAmount } from '#foundation/money/amount.ts'
import type { TaxRate } from '#foundation/money/tax.ts'
import type { Price } from '#payments/pricing/price.ts'
import { taxLabel } from '#payments/pricing/tax-label.ts'
import { AmountRow } from './amount-row.tsx'

type PriceSummaryProps = {
  readonly price: Price
  readonly tax: TaxRate | null
  readonly taxTitle: string | null
  /** What the sum is to the buyer: "Total", "Due today". */
  readonly totalLabel: string
}

/** The lines of a purchase, its tax and its total; the total is announced when it changes. */
export function PriceSummary({ price, tax, taxTitle, totalLabel }: PriceSummaryProps) {
  const amount = (minor: number) => formatAmount(minor, price.currency)
  const isInclusive = tax?.inclusive === true
  const taxRow = tax !== null && (
    <AmountRow
      label={taxLabel(taxTitle, tax.percentage, isInclusive)}
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
          amount={amount(isInclusive ? line.total : line.subtotal)}
          className="text-sm"
        />
      ))}
      {!isInclusive && taxRow}
      <AmountRow
        label={totalLabel}
        amount={amount(price.total)}
        className="border-line mt-1 border-t pt-3 text-lg font-semibold"
        isAnnounced={true}
      />
      {isInclusive && taxRow}
    </dl>
  )
}
