import { formatAmount } from '#foundation/money/amount.ts'
import type { TaxRate } from '#foundation/money/tax.ts'
import type { Price } from '#payments/pricing/price.ts'

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
    <Row
      label={`${isInclusive ? 'incl. ' : ''}${tax.percentage}% ${taxTitle ?? 'tax'}`}
      amount={amount(price.taxAmount)}
      className="text-muted text-sm"
    />
  )
  return (
    <dl className="grid gap-2">
      {price.lines.map((line, index) => (
        <Row
          key={`${index} ${line.title}`}
          label={line.title}
          amount={amount(isInclusive ? line.total : line.subtotal)}
          className="text-sm"
        />
      ))}
      {!isInclusive && taxRow}
      <Row
        label={totalLabel}
        amount={amount(price.total)}
        className="border-line mt-1 border-t pt-3 text-lg font-semibold"
        isAnnounced={true}
      />
      {isInclusive && taxRow}
    </dl>
  )
}

function Row({
  label,
  amount,
  className,
  isAnnounced = false,
}: {
  readonly label: string
  readonly amount: string
  readonly className: string
  readonly isAnnounced?: boolean
}) {
  return (
    <div
      // Announced with its word: an amount alone could be that of any line.
      aria-live={isAnnounced ? 'polite' : undefined}
      aria-atomic={isAnnounced ? true : undefined}
      className={`flex items-baseline justify-between gap-4 ${className}`}
    >
      <dt className="min-w-0 wrap-anywhere">{label}</dt>
      <dd className="whitespace-nowrap tabular-nums">{amount}</dd>
    </div>
  )
}
