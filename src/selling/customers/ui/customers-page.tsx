import { useQuery } from '@tanstack/react-query'
import { SearchX, Users } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { uuid } from '#foundation/http/input/fields.ts'
import { SavedViews } from '#selling/saved-views/ui/saved-views.tsx'
import { SalesTabs } from '#selling/sales/ui/sales-tabs.tsx'
import { buttonClass } from '#web/kit/layout/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { useListSearch } from '#web/kit/list/list-search.ts'
import { Page } from '#web/kit/layout/page.tsx'
import { SearchedList } from '#web/kit/list/searched-list.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { useZone } from '#web/kit/browser/zone.ts'
import { CustomerList } from './customer-list.tsx'
import { filteredBy, hasFilter, readCustomerFilter, type ShownFilter } from './filter/customer-search.ts'
import { customerListQuery } from './queries.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { ExportCsv } from '#web/kit/list/export-csv.tsx'
import { customersContract } from '#selling/customers/contract.ts'
import { useState } from 'react'
import { formatAmount, parseAmount } from '#foundation/money/amount.ts'
import { useFormTitle, useUsualCurrency } from '#selling/sales/ui/filter/form-choices.ts'
import { type FilterChip, FilterChips } from '#web/kit/list/filter-chips.tsx'
import { FilterDialog } from './filter/filter-dialog.tsx'

export function CustomersPage() {
  const search = useListSearch()
  const { q, page } = search
  const [parameters, setParameters] = useSearchParams()
  const filter = readCustomerFilter(parameters)
  const before = page === 0 ? undefined : row.parse(parameters.get('before') ?? undefined)
  const query = useQuery(customerListQuery({ q, page, before, filter, zone: useZone() }))
  const isFiltered = q !== '' || page > 0 || hasFilter(filter)
  const hasCustomers = query.data !== undefined && (query.data.data.length > 0 || isFiltered)
  const last = query.data?.data.at(-1)
  /** A step on names the last row that was shown, so that a late page is found as fast as the first. */
  const setPage = (next: number) =>
    setParameters((present) => {
      const changed = new URLSearchParams(present)
      changed.delete('page')
      changed.delete('before')
      if (next > 0) changed.set('page', String(next))
      if (next > page && last !== undefined) changed.set('before', last.id)
      return changed
    })
  return (
    <Page
      title="Customers"
      lead="Everybody who bought from you, the newest first."
      actions={hasCustomers ? <ExportCustomers q={q} filter={filter} /> : undefined}
    >
      <SalesTabs />
      <SearchedList
        search={{ ...search, setPage }}
        query={query}
        searchLabel="Search name or email"
        isSearchShown={isFiltered}
        filter={hasCustomers && <FilterBar filter={filter} />}
        below={
          hasCustomers && (
            <div className="mb-6 empty:hidden">
              <SavedViews list="customers" present={{ ...filter, q }} />
            </div>
          )
        }
        empty={<NoCustomers isFiltered={isFiltered} />}
        skeleton={<Skeleton label="Loading customers" blocks={['h-96']} />}
      >
        {(customers, isStale) => <CustomerList customers={customers} isBusy={isStale} />}
      </SearchedList>
    </Page>
  )
}

const row = uuid.optional().catch(undefined)

function NoCustomers({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden className="size-8" />}
        title="No customer found"
        text="Nobody matches this search and these filters. Search for part of a name or an email address."
      >
        <Link to="/customers" className={buttonClass('secondary')}>
          Show all customers
        </Link>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Users aria-hidden className="size-8" />}
      title="Your first customer will appear here"
      text="Share the link of a form. Whoever pays is a customer from then on."
    >
      <Link to="/forms" className={buttonClass()}>
        Go to your forms
      </Link>
    </EmptyState>
  )
}

type Props = { readonly q: string; readonly filter: ShownFilter }

/** Downloads the customers that the search and the filter leave. */
function ExportCustomers({ q, filter }: Props) {
  const zone = useZone()
  return (
    <ExportCsv
      description="The customers that the list shows on all of its pages, one per row."
      askPath={(format) =>
        call(customersContract.getCustomerExportLink, { query: { ...filter, q, zone, format } })
      }
    />
  )
}

/** What the customers are narrowed to. */
function FilterBar({ filter }: { readonly filter: ShownFilter }) {
  const [, setParameters] = useSearchParams()
  const [isOpen, setIsOpen] = useState(false)
  const titles = { bought: useFormTitle(filter.bought), notBought: useFormTitle(filter.notBought) }
  const change = (next: ShownFilter) =>
    setParameters((present) => filteredBy(present, next), { preventScrollReset: true })
  return (
    <FilterChips
      // An amount without its currency is one of the only currency that the forms have.
      chips={chipsOf(filter, titles, useUsualCurrency().currency)}
      isFiltered={hasFilter(filter)}
      onOpen={() => setIsOpen(true)}
      onRemove={(names) =>
        change({ ...filter, ...Object.fromEntries(names.map((name) => [name, undefined])) })
      }
      onClear={() => change({})}
    >
      <FilterDialog filter={filter} isOpen={isOpen} onClose={() => setIsOpen(false)} onFilter={change} />
    </FilterChips>
  )
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

function chipsOf(
  filter: ShownFilter,
  titles: { readonly [Which in 'bought' | 'notBought']: string | undefined },
  usualCurrency: string | undefined,
): FilterChip<keyof ShownFilter>[] {
  const { tag, bought, notBought, subscription, over, currency = usualCurrency, since } = filter
  return [
    ...(tag === undefined ? [] : [{ text: `Tag ${tag}`, names: ['tag'] } as const]),
    ...(bought === undefined
      ? []
      : [{ text: `Bought ${titles.bought ?? 'one form'}`, names: ['bought'] } as const]),
    ...(notBought === undefined
      ? []
      : [{ text: `Did not buy ${titles.notBought ?? 'one form'}`, names: ['notBought'] } as const]),
    ...(subscription === undefined
      ? []
      : [{ text: 'Active subscription', names: ['subscription'] } as const]),
    ...(over === undefined
      ? []
      : [{ text: `Value over ${amountText(over, currency)}`, names: ['over', 'currency'] } as const]),
    ...(since === undefined
      ? []
      : [{ text: `Bought since ${day.format(new Date(`${since}T00:00:00Z`))}`, names: ['since'] } as const]),
  ]
}

function amountText(over: number, currency: string | undefined): string {
  if (currency === undefined) return String(over)
  const parsed = parseAmount(over, currency)
  return parsed.ok ? formatAmount(parsed.minor, currency) : `${over} ${currency.toUpperCase()}`
}
