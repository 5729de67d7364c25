import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { Link } from 'react-router'
import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { SalesTabs } from '#selling/sales/ui/sales-tabs.tsx'
import { EmptyState, NothingFound } from '#web/kit/feedback/empty-state.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Badge } from '#web/kit/layout/badge.tsx'
import { buttonClass } from '#web/kit/layout/button.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { useListSearch } from '#web/kit/list/list-search.ts'
import { ListTable } from '#web/kit/list/list-table.tsx'
import { SearchBox } from '#web/kit/list/search-box.tsx'
import { EarlierButton } from '#web/kit/list/earlier-button.tsx'
import type { Issued } from '../contract.ts'
import { ExportInvoices } from './export-invoices.tsx'
import { IssueDay } from './issue-day.tsx'
import { invoiceListQuery, seriesQuery } from './queries.ts'
import { SeriesList } from './series-list.tsx'

/** Every numbered invoice and credit note, with the series they belong to. */
export function InvoicesPage() {
  const series = useQuery(seriesQuery)
  return (
    <Page
      title={t('Invoices')}
      lead={t('Your invoices and credit notes by number.')}
      actions={
        <div className="flex flex-wrap gap-3">
          <Link to="/settings/invoices" className={buttonClass('secondary')}>
            {t('Invoice numbers')}
          </Link>
          {series.data !== undefined && series.data.series.length > 0 && (
            <ExportInvoices latest={series.data.series[0]?.to ?? ''} />
          )}
        </div>
      }
    >
      <SalesTabs />
      {series.data === undefined ? (
        <NotLoaded query={series} label={t('Loading invoices')} blocks={['h-24', 'table']} />
      ) : series.data.series.length === 0 ? (
        <EmptyState
          icon={<FileText aria-hidden className="size-8" />}
          title={t('Your first invoice will appear here')}
          text={t('Invoices are numbered about a minute after each payment.')}
        />
      ) : (
        <div className="grid gap-8">
          <SeriesList series={series.data.series} waiting={series.data.waiting} />
          <Documents />
        </div>
      )}
    </Page>
  )
}

function Documents() {
  const { q, setQ } = useListSearch()
  const query = useInfiniteQuery(invoiceListQuery(q))
  const documents = query.data?.pages.flatMap(({ data }) => data)
  return (
    <div className="grid gap-6">
      <SearchBox
        label={t('Find a number')}
        value={q}
        found={query.isPlaceholderData ? undefined : documents?.length}
        onSearch={setQ}
      />
      {documents === undefined ? (
        <NotLoaded query={query} label={t('Loading invoices')} blocks={['table']} />
      ) : documents.length === 0 ? (
        <NothingFound
          title={t('No invoice found')}
          text={t('Search by the whole number, as it is on the invoice.')}
          action={t('Clear the search')}
          onReset={() => setQ('')}
        />
      ) : (
        <DocumentList documents={documents} isStale={query.isPlaceholderData} />
      )}
      <EarlierButton query={query}>{t('Show earlier invoices')}</EarlierButton>
    </div>
  )
}

const reasons: Readonly<Record<Issued['reason'], Message | null>> = {
  sale: null,
  refund: msg('Refund'),
  refund_failed: msg('Refund that failed'),
  dispute: msg('Dispute lost'),
  dispute_won: msg('Dispute won after all'),
  correction: msg('Changed details'),
}

type ListProps = { readonly documents: readonly Issued[]; readonly isStale: boolean }

/** Shows documents as a table on wide screens and as a list on phones. Each row links to its PDF and its sale. */
function DocumentList({ documents, isStale }: ListProps) {
  return (
    <section
      aria-label={t('Invoices')}
      aria-busy={isStale}
      className={`transition-opacity ${isStale ? 'opacity-60' : ''}`}
    >
      <ListTable
        name={t('Invoices')}
        columns={[t('Number'), t('Date'), t('Buyer'), t('Kind')]}
        amounts={[t('Total')]}
        className="md:block"
      >
        {documents.map((document) => (
          <tr key={document.id} className="border-t border-line">
            <th scope="row" className="px-5 py-3.5 font-normal whitespace-nowrap">
              <NumberLink document={document} />
            </th>
            <td className="px-5 py-3.5 whitespace-nowrap text-muted">
              <IssueDay day={document.issuedOn} />
            </td>
            <td className="px-5 py-3.5 wrap-anywhere">
              <SaleLink document={document} />
            </td>
            <td className="px-5 py-3.5">
              <Kind document={document} />
            </td>
            <td
              translate="no"
              className="px-5 py-3.5 text-right font-semibold whitespace-nowrap tabular-nums"
            >
              {formatAmount(document.total, document.currency)}
            </td>
          </tr>
        ))}
      </ListTable>
      <ul className="panel divide-y divide-line md:hidden">
        {documents.map((document) => (
          <li key={document.id} className="grid gap-1.5 px-4 py-3.5">
            <span className="flex flex-wrap items-start justify-between gap-3">
              <NumberLink document={document} />
              <span translate="no" className="font-semibold tabular-nums">
                {formatAmount(document.total, document.currency)}
              </span>
            </span>
            <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
              <span className="text-muted">
                <IssueDay day={document.issuedOn} />
              </span>
              <SaleLink document={document} />
            </span>
            {(document.kind === 'credit' || reasons[document.reason] !== null) && (
              <Kind document={document} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function NumberLink({ document: { number, path } }: { readonly document: Issued }) {
  return (
    <a
      translate="no"
      href={path}
      target="_blank"
      rel="noreferrer"
      aria-label={t('{number} (PDF)', { number })}
      className="rounded font-medium text-brand tabular-nums underline-offset-4 hover:underline"
    >
      {number}
    </a>
  )
}

function SaleLink({ document: { name, purchaseId, number } }: { readonly document: Issued }) {
  const buyer = name === '' ? t('Erased buyer') : name
  return (
    <Link
      to={`/sales/${purchaseId}`}
      aria-label={t('{buyer}, sale with {number}', { buyer, number })}
      className="inline-block rounded py-0.5 wrap-anywhere underline-offset-4 hover:text-brand hover:underline"
    >
      {buyer}
    </Link>
  )
}

function Kind({ document: { kind, reason, ofNumber } }: { readonly document: Issued }) {
  const why = reasons[reason]
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      {kind === 'credit' ? (
        <Badge tone="warning">{t('Credit note')}</Badge>
      ) : (
        <span className="text-muted">{t('Invoice')}</span>
      )}
      {(why !== null || ofNumber !== null) && (
        <span className="text-muted">
          {why !== null && say(why)}{' '}
          {ofNumber !== null && <span translate="no">{t('for {number}', { number: ofNumber })}</span>}
        </span>
      )}
    </span>
  )
}
