import type { ReactNode } from 'react'
import { t } from '#foundation/language/t.ts'
import { AmountRow } from '#buying/checkout/ui/price/amount.tsx'
import { dayText } from '#foundation/time/day-text.ts'
import type { Formats } from '#foundation/text/formats.ts'
import type { LaterPaymentOnPage, ReceiptOnPage } from '../page/purchase-data.ts'

export function ReceiptSection({
  title,
  rows,
  total,
  included,
  paidWith,
  refunds,
  invoicePath,
  documents,
}: ReceiptOnPage) {
  return (
    <Panel id="receipt" title={title}>
      <dl className="grid gap-2">
        {rows.map((row, index) => (
          <AmountRow key={`${index} ${row.label}`} {...row} />
        ))}
        <AmountRow
          label={t('Total')}
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
        <p className="text-sm flex flex-wrap gap-x-5 gap-y-2 print:hidden">
          <a href={invoicePath} className="link">
            {t('Download invoice (PDF)')}
          </a>
          {documents.map((document) => (
            <a key={document.path} href={document.path} className="link">
              {document.title}
            </a>
          ))}
        </p>
      )}
    </Panel>
  )
}

type LaterPaymentsProps = {
  readonly payments: readonly LaterPaymentOnPage[]
  readonly formats: Formats
}

export function LaterPayments({ payments, formats }: LaterPaymentsProps) {
  return (
    <Panel id="later" title={t('Later payments')}>
      <ul className="grid gap-3">
        {payments.map(({ id, isPayoff, paidAt, amount, paidWith, path, invoicePath }) => {
          const day = dayText(paidAt, formats)
          return (
            <li key={id} className="tile flex flex-wrap items-center justify-between gap-3">
              <span className="grid min-w-0 flex-[1_1_9rem]">
                {day}
                <small className="text-muted">
                  {[
                    isPayoff ? t('Paid early') : t('Renewal'),
                    amount,
                    ...(paidWith === null ? [] : [paidWith]),
                  ].join(' · ')}
                </small>
              </span>
              <span className="flex flex-wrap gap-x-5 gap-y-3">
                <a href={path} aria-label={t('View payment of {day}', { day })} className="link">
                  {t('View')}
                </a>
                {invoicePath !== null && (
                  <a href={invoicePath} aria-label={t('Invoice of {day} (PDF)', { day })} className="link">
                    {t('Invoice')}
                  </a>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

type PanelProps = {
  readonly id: string
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}

export function Panel({ id, title, aside, children }: PanelProps) {
  return (
    <section aria-labelledby={id} className="panel grid gap-4 p-5 sm:p-7">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-lg font-bold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
