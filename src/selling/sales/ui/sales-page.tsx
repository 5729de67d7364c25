import { useQuery } from '@tanstack/react-query'
import { Receipt, SearchX } from 'lucide-react'
import { Link } from 'react-router'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { useListSearch } from '#web/kit/list-search.ts'
import { Page } from '#web/kit/page.tsx'
import { SearchedList } from '#web/kit/searched-list.tsx'
import { Skeleton } from '#web/kit/skeleton.tsx'
import { ExportButton } from './export-dialog.tsx'
import { saleListQuery } from './queries.ts'
import { SaleList } from './sale-list.tsx'
import { SalesTabs } from './sales-tabs.tsx'

export function SalesPage() {
  const search = useListSearch()
  const { q, page, setQ } = search
  const query = useQuery(saleListQuery({ q, page }))
  const isFiltered = q !== '' || page > 0
  const hasSales = query.data !== undefined && (query.data.data.length > 0 || isFiltered)
  return (
    <Page
      title="Sales"
      lead="Every purchase, newest first."
      actions={hasSales ? <ExportButton q={q} /> : undefined}
    >
      <SalesTabs />
      <SearchedList
        search={search}
        query={query}
        searchLabel="Search by buyer"
        empty={<NoSales isFiltered={isFiltered} onReset={() => setQ('')} />}
        skeleton={<Skeleton label="Loading sales" blocks={['h-96']} />}
      >
        {(sales, isStale) => <SaleList sales={sales} isBusy={isStale} />}
      </SearchedList>
    </Page>
  )
}

function NoSales({ isFiltered, onReset }: { readonly isFiltered: boolean; readonly onReset: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden className="size-8" />}
        title="No sale found"
        text="No buyer's name or email address matches your search."
      >
        <Button variant="secondary" onClick={onReset}>
          Show all sales
        </Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Receipt aria-hidden className="size-8" />}
      title="Your first sale will appear here"
      text="Share the link of a form. As soon as somebody pays, you see it on this page."
    >
      <Link to="/forms" className={buttonClass()}>
        Go to your forms
      </Link>
    </EmptyState>
  )
}
