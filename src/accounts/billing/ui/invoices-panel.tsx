import { useQuery } from '@tanstack/react-query'
import { msg, say, t, type Message } from '#foundation/language/t.ts'
import { isWebAddress } from '#foundation/http/input/fields.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { Badge, type Tone } from '#web/kit/layout/badge.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import type { Invoice } from '../contract.ts'
import { useZone } from '#web/kit/browser/zone.ts'
import { dayText } from './plan-words.ts'
import { planInvoicesQuery } from './queries.ts'
import { lookUp } from '#foundation/values/look-up.ts'

export function InvoicesPanel() {
  const query = useQuery(planInvoicesQuery)
  const { data } = query
  return (
    <section aria-labelledby="invoices" className="panel p-6">
      <h2 id="invoices" className="text-lg font-semibold">
        {t('Invoices')}
      </h2>
      <div className="mt-4">
        {data === undefined ? (
          <NotLoaded query={query} blocks={['h-11', 'h-11']} />
        ) : data.data.length === 0 ? (
          <p className="text-muted">{t('No invoices yet.')}</p>
        ) : (
          <ul className="divide-y divide-line">
            {data.data.map((invoice) => (
              <InvoiceRow key={invoice.id} invoice={invoice} />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

const statuses: Readonly<Record<string, { readonly tone: Tone; readonly label: Message }>> = {
  paid: { tone: 'success', label: msg('Paid') },
  open: { tone: 'warning', label: msg('Open') },
  void: { tone: 'neutral', label: msg('Void') },
  uncollectible: { tone: 'danger', label: msg('Not collected') },
}

function stateOf({ status, total }: Invoice) {
  // On an invoice with a credit, no payment is shown.
  if (status === 'paid' && total < 0) return { tone: 'neutral' as const, label: t('Credit') }
  const known = lookUp(statuses, status)
  return known === undefined
    ? { tone: 'neutral' as const, label: status }
    : { tone: known.tone, label: say(known.label) }
}

function InvoiceRow({ invoice }: { readonly invoice: Invoice }) {
  const { number, total, currency, createdAt, pageUrl, pdfUrl } = invoice
  const zone = useZone()
  const { tone, label } = stateOf(invoice)
  const named = number ?? dayText(createdAt, zone)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
      <span className="min-w-0 flex-1 basis-36">
        <span className="block font-medium">{dayText(createdAt, zone)}</span>
        <span className="text-sm break-all text-muted">{number}</span>
      </span>
      <Badge tone={tone}>{label}</Badge>
      <span translate="no" className="w-20 text-right tabular-nums">
        {formatAmount(total, currency)}
      </span>
      <span className="flex w-full gap-3 text-sm sm:w-24 sm:justify-end">
        {[
          { name: t('View'), label: t('View for invoice {invoice}', { invoice: named }), url: pageUrl },
          { name: t('PDF'), label: t('PDF for invoice {invoice}', { invoice: named }), url: pdfUrl },
        ].map(({ name, label: spoken, url }) =>
          url !== null && isWebAddress(url) ? (
            <a
              key={name}
              href={url}
              target="_blank"
              rel="noreferrer"
              aria-label={spoken}
              className="py-1 font-medium text-brand underline underline-offset-4"
            >
              {name}
            </a>
          ) : null,
        )}
      </span>
    </li>
  )
}
