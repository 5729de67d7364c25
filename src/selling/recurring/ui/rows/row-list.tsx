import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call } from '#accounts/identity/ui/session.ts'
import { t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { cutText } from '#foundation/text/cut-text.ts'
import { NothingFound } from '#web/kit/feedback/empty-state.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Own } from '#web/kit/layout/own.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { ShortTime, When } from '#web/kit/layout/when.tsx'
import { ExportCsv } from '#web/kit/list/export-csv.tsx'
import { useListSearch } from '#web/kit/list/list-search.ts'
import { ListTable } from '#web/kit/list/list-table.tsx'
import { Pagination } from '#web/kit/list/searched-list.tsx'
import { recurringContract, type ExportQuery } from '../../contract.ts'
import { pageSize } from '../queries.ts'

/** A row of any of the lists, which links to its sale. */
export type ShownRow = {
  readonly key: string
  readonly saleId: string
  readonly at: string
  readonly name: string
  readonly email: string
  readonly title: string
  /** What happened or will happen. Empty if the list's title already says it. */
  readonly what: string
  /** Null for an end, which has no amount. */
  readonly amount: number | null
  readonly currency: string
}

type Props<Row> = {
  readonly title: string
  readonly lead: string
  readonly amount: string
  readonly query: UseQueryResult<{
    readonly data: readonly Row[]
    readonly prevPage: number | null
    readonly nextPage: number | null
  }>
  readonly describe: (row: Row) => ShownRow
  readonly exported: Omit<ExportQuery, 'format'>
}

/** The list behind a figure, with the rows that it counts. */
export function RowsPage<Row>({ title, lead, amount, query, describe, exported }: Props<Row>) {
  const { page, setPage } = useListSearch()
  const [parameters] = useSearchParams()
  const { data, isPlaceholderData } = query
  const back = new URLSearchParams([...parameters].filter(([name]) => kept.has(name)))
  const rows = data?.data.map(describe) ?? []
  return (
    <Page
      title={title}
      lead={lead}
      back={{ to: `/sales/recurring?${back.toString()}`, label: t('Recurring') }}
      actions={
        <ExportCsv
          description={t('Everything in this list, on all its pages.')}
          askPath={(format) =>
            call(recurringContract.getRecurringExportLink, { query: { ...exported, format } })
          }
        />
      }
    >
      {data === undefined ? (
        <NotLoaded query={query} label={t('Loading the list')} blocks={['table']} />
      ) : (
        <>
          {rows.length === 0 ? (
            <NothingFound
              title={t('Nothing here')}
              text={t('No subscription matches.')}
              action={t('First page')}
              onReset={() => setPage(0)}
            />
          ) : (
            <Rows title={title} amount={amount} rows={rows} isBusy={isPlaceholderData} />
          )}
          <Pagination
            page={page}
            shown={rows.length}
            pageSize={pageSize}
            prevPage={data.prevPage}
            nextPage={data.nextPage}
            onPage={setPage}
          />
        </>
      )}
    </Page>
  )
}

const kept: ReadonlySet<string> = new Set(['form', 'price', 'currency', 'month'])

type RowsProps = {
  readonly title: string
  readonly amount: string
  readonly rows: readonly ShownRow[]
  readonly isBusy: boolean
}

/** Shows rows as a table on wide screens and as cards on phones. */
function Rows({ title, amount, rows, isBusy }: RowsProps) {
  return (
    <div aria-busy={isBusy} className={`transition-opacity ${isBusy ? 'opacity-60' : ''}`}>
      <ListTable
        name={title}
        columns={[t('Date'), t('Buyer'), t('Subscription')]}
        amounts={[amount]}
        className="md:block"
      >
        {rows.map((row) => (
          <tr key={row.key} className="relative border-t border-line align-top hover:bg-brand-soft/50">
            <td className="px-5 py-3 whitespace-nowrap text-muted">
              <ShortTime at={row.at} />
            </td>
            <th scope="row" className="w-2/5 max-w-64 px-5 py-3 font-normal">
              <Buyer row={row} />
            </th>
            <td className="max-w-80 px-5 py-3">
              <span className="block truncate">{row.title}</span>
              <span className="block text-sm text-muted">{row.what}</span>
            </td>
            <td translate="no" className="px-5 py-3 text-right font-semibold whitespace-nowrap tabular-nums">
              {amountOf(row)}
            </td>
          </tr>
        ))}
      </ListTable>
      <ul className="panel divide-y divide-line md:hidden">
        {rows.map((row) => (
          <li key={row.key} className="relative grid gap-1 px-4 py-3.5">
            <span className="flex items-start justify-between gap-3">
              <Buyer row={row} />
              <span translate="no" className="font-semibold whitespace-nowrap tabular-nums">
                {amountOf(row)}
              </span>
            </span>
            <span className="text-sm wrap-anywhere text-muted">{cutText(row.title, 50)}</span>
            <span className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
              <span>{row.what}</span>
              <When at={row.at} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Buyer({ row: { saleId, name, email } }: { readonly row: ShownRow }): ReactNode {
  return (
    <span className="grid min-w-0">
      <Link to={`/sales/${saleId}`} className="truncate rounded font-medium after:absolute after:inset-0">
        {name === '' ? t('Unknown name') : <Own>{cutText(name, 50)}</Own>}
      </Link>
      <span translate="no" className="truncate text-sm text-muted">
        {email}
      </span>
    </span>
  )
}

function amountOf({ amount, currency }: ShownRow): string {
  return amount === null ? '' : formatAmount(amount, currency)
}
