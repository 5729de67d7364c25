import { useQuery } from '@tanstack/react-query'
import { Receipt, SearchX } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { rich } from '#foundation/language/rich.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { SavedViews } from '#selling/saved-views/ui/saved-views.tsx'
import { useZone } from '#web/kit/browser/zone.ts'
import { EmptyState, NothingFound } from '#web/kit/feedback/empty-state.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { buttonClass } from '#web/kit/layout/button.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { FilterChips } from '#web/kit/list/filter-chips.tsx'
import { SearchedList } from '#web/kit/list/searched-list.tsx'
import { useSteppedSearch } from '#web/kit/list/stepped-search.ts'
import type { Sale } from '../contract.ts'
import { FilterDialog, ExportButton } from './filter/sales-dialogs.tsx'
import { chipsOf } from './filter/filter-words.ts'
import { useFilterNames } from './filter/form-choices.tsx'
import { filteredBy, hasFilter, readSaleFilter, type ShownFilter } from './filter/sale-search.ts'
import { countText } from './number-texts.ts'
import { saleListQuery, salesShown, saleTotalsQuery } from './queries.ts'
import { type FoldedSale, foldTries, SaleList } from './sale-list.tsx'
import { SalesTabs } from './sales-tabs.tsx'

export function SalesPage() {
  const search = useSteppedSearch()
  const { q, page, before, setQ } = search
  const filter = readSaleFilter(useSearchParams()[0])
  const query = useQuery(saleListQuery({ q, page, before, filter, zone: useZone() }))
  const isFiltered = q !== '' || page > 0 || hasFilter(filter)
  const hasSales = query.data !== undefined && (query.data.data.length > 0 || isFiltered)
  const last = query.data?.data.at(-1)
  return (
    <Page
      title={t('Sales')}
      lead={t('All sales, newest first.')}
      actions={hasSales ? <ExportButton q={q} filter={filter} /> : undefined}
    >
      <SalesTabs />
      <SearchedList
        search={{ ...search, setPage: (next) => search.setPage(next, last?.id) }}
        query={query}
        pageSize={salesShown}
        searchLabel={t('Search buyer or invoice')}
        isSearchShown={isFiltered}
        filter={hasSales && <FilterBar filter={filter} soldTitle={last?.formTitle} />}
        below={
          hasSales && (
            <div className="mb-6 grid gap-4 empty:hidden">
              <SavedViews list="sales" present={{ ...filter, q }} />
              {hasFilter(filter) && <Totals q={q} filter={filter} />}
            </div>
          )
        }
        empty={<NoSales isSearched={q !== ''} isFiltered={isFiltered} onReset={() => setQ('')} />}
        skeleton={<Skeleton label={t('Loading sales')} blocks={['table']} />}
      >
        {(sales, isStale) => <SaleList sales={foldedBy(filter, sales)} isBusy={isStale} />}
      </SearchedList>
    </Page>
  )
}

/**
 * A list filtered by status shows every purchase. Otherwise, failed attempts are folded beneath the purchase they led
 * to.
 */
function foldedBy({ status }: ShownFilter, sales: readonly Sale[]): FoldedSale[] {
  return status === undefined ? foldTries(sales) : sales.map((sale) => ({ sale, tries: [] }))
}

type NoneProps = {
  readonly isSearched: boolean
  readonly isFiltered: boolean
  readonly onReset: () => void
}

function NoSales({ isSearched, isFiltered, onReset }: NoneProps) {
  if (isSearched) {
    return (
      <NothingFound
        title={t('No sale found')}
        text={t(
          'Search by name, email or company, or by full invoice number, purchase ID or Stripe payment ID (pi_…).',
        )}
        action={t('Clear the search')}
        onReset={onReset}
      />
    )
  }
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden className="size-8" />}
        title={t('No sale found')}
        text={t('No sales match these filters.')}
      >
        <Link to="/sales" className={buttonClass('secondary')}>
          {t('Show all sales')}
        </Link>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Receipt aria-hidden className="size-8" />}
      title={t('Your first sale will appear here')}
      text={t('Share a form to make your first sale.')}
    >
      <Link to="/forms" className={buttonClass()}>
        {t('Go to your forms')}
      </Link>
    </EmptyState>
  )
}

type Props = {
  readonly filter: ShownFilter
  /** The filtered form's title as recorded in a sale, while the form is loading or if the member cannot read forms. */
  readonly soldTitle: string | undefined
}

/** The search and filters that are active. */
function FilterBar({ filter, soldTitle }: Props) {
  const [, setParameters] = useSearchParams()
  const [isOpen, setIsOpen] = useState(false)
  const { formTitle: known, priceName } = useFilterNames(filter)
  const change = (next: ShownFilter) =>
    setParameters((present) => filteredBy(present, next), { preventScrollReset: true })
  return (
    <FilterChips
      chips={chipsOf(filter, { priceName, formTitle: known ?? soldTitle })}
      isFiltered={hasFilter(filter)}
      onOpen={() => setIsOpen(true)}
      onRemove={(names) =>
        change({ ...filter, ...Object.fromEntries(names.map((name) => [name, undefined])) })
      }
      onClear={() => change(filterOff)}
    >
      <FilterDialog
        filter={filter}
        formTitle={known ?? soldTitle}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onFilter={change}
      />
    </FilterChips>
  )
}

const filterOff: ShownFilter = {}

/** An amount, and how much of it was returned. */
const looks = {
  b: <strong translate="no" className="font-semibold" />,
  muted: <span className="text-muted" />,
}

type TotalsProps = { readonly q: string; readonly filter: ShownFilter }

/** The filtered purchases' totals, by currency. */
function Totals({ q, filter }: TotalsProps) {
  const { data, error, isPlaceholderData } = useQuery(saleTotalsQuery({ q, filter, zone: useZone() }))
  if (error !== null || data?.totals?.length === 0) return null
  return (
    <div
      role="status"
      aria-label={t('Totals')}
      aria-busy={data === undefined || isPlaceholderData}
      className={`grid min-h-12 gap-y-2 rounded-2xl bg-sunken px-5 py-3 tabular-nums transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
    >
      {data?.totals === null && t('Too many sales to total. Choose a shorter period.')}
      {data?.totals?.map(({ currency, purchases, total, returned }) => (
        <p key={currency} className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
          <span>
            {t('{purchases, plural, one {# sale} other {{shown} sales}}', {
              purchases,
              shown: countText(purchases),
            })}
          </span>{' '}
          <span>
            {rich('<b>{amount}</b> <muted>paid</muted>', { ...looks, amount: formatAmount(total, currency) })}
          </span>{' '}
          {returned > 0 && (
            <span>
              {rich('<b>{amount}</b> <muted>refunded or reversed</muted>', {
                ...looks,
                amount: formatAmount(returned, currency),
              })}
            </span>
          )}
        </p>
      ))}
    </div>
  )
}
