import { AmountRow } from '#buying/checkout/ui/price/amount-row.tsx'
import type { ReceiptOnPage } from '../page/purchase-data.ts'
import { Panel } from './panel.tsx'

/** What was bought line by line, what it came to, and what went back. */
export function ReceiptSection({
  title,
  rows,
  total,
  included,
  paidWith,
  refunds,
  invoicePath,
}: ReceiptOnPage) {
  return (
    <Panel id="receipt" title={title}>
      <dl className="grid gap-2">
        {rows.map((row, index) => (
          <AmountRow key={`${index} ${row.label}`} {...row} />
        ))}
        <AmountRow
          label="Total"
          amount={total}
          className="border-line mt-1 border-t pt-3 text-lg font-semibold"
        />
        {included.map((row, index) => (
          <AmountRow key={`${index} ${row.label}`} {...row} className="text-muted text-sm" />
        ))}
        {refunds.map((row, index) => (
          <AmountRow key={`${index} ${row.label}`} {...row} />
        ))}
      </dl>
      {paidWith !== null && <p className="text-muted text-sm">{paidWith}</p>}
      {invoicePath !== null && (
        <p className="text-sm print:hidden">
          <a href={invoicePath} className="link">
            Invoice as a PDF
          </a>
        </p>
      )}
    </Panel>
  )
}
