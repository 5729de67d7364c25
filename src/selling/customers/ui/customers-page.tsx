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
import { ExportCustomers } from './export-customers.tsx'
import { hasFilter, readCustomerFilter } from './filter/customer-search.ts'
import { FilterBar } from './filter/filter-bar.tsx'
import { customerListQuery } from './queries.ts'

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
