import { dayText } from '#foundation/time/day-text.ts'
import type { Formats } from '#foundation/text/formats.ts'
import type { LaterPaymentOnPage } from '../page/purchase-data.ts'
import { Panel } from './panel.tsx'

type LaterPaymentsProps = {
  readonly payments: readonly LaterPaymentOnPage[]
  readonly formats: Formats
}

/** What was charged since, each with a page and an invoice of its own. */
export function LaterPayments({ payments, formats }: LaterPaymentsProps) {
  return (
    <Panel id="later" title="Later payments">
      <ul className="grid gap-3">
        {payments.map(({ id, isPayoff, paidAt, amount, paidWith, path, invoicePath }) => {
          const day = dayText(paidAt, formats)
          return (
            <li key={id} className="tile flex flex-wrap items-center justify-between gap-3">
              <span className="grid min-w-0 flex-[1_1_9rem]">
                {day}
                <small className="text-muted">
                  {[
                    isPayoff ? 'Paid early' : 'Renewal',
                    amount,
                    ...(paidWith === null ? [] : [paidWith]),
                  ].join(' · ')}
                </small>
              </span>
              <span className="flex flex-wrap gap-x-5 gap-y-3">
                <a href={path} aria-label={`View the payment of ${day}`} className="link">
                  View
                </a>
                <a href={invoicePath} aria-label={`Invoice of ${day} as a PDF`} className="link">
                  Invoice
                </a>
              </span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
