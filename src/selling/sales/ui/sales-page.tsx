import { useQuery } from '@tanstack/react-query'
import { Receipt, SearchX } from 'lucide-react'
import { Link } from 'react-router'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { ErrorState } from '#web/kit/error-state.tsx'
import { useListSearch } from '#web/kit/list-search.ts'
import { Page } from '#web/kit/page.tsx'
import { Pagination } from '#web/kit/pagination.tsx'
import { SearchBox } from '#web/kit/search-box.tsx'
import { Skeleton } from '#web/kit/skeleton.tsx'
import { ExportButton } from './export-dialog.tsx'
import { saleListQuery } from './queries.ts'
import { SaleList } from './sale-list.tsx'
import { SalesTabs } from './sales-tabs.tsx'

export function SalesPage() {
  const { q, page, setQ, setPage } = useListSearch()
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery(
    saleListQuery({ q, page }),
  )
  const isFiltered = q !== '' || page > 0
  return (
    <Page
      title="Sales"
      lead="Every purchase, newest first."
      actions={
        data !== undefined && (data.data.length > 0 || isFiltered) ? <ExportButton q={q} /> : undefined
      }
    >
      <SalesTabs />
      {(data === undefined || data.data.length > 0 || isFiltered) && (
        <div className="mb-6">
          <SearchBox
            label="Search by buyer"
            value={q}
            found={isPlaceholderData ? undefined : data?.data.length}
            onSearch={setQ}
          />
        </div>
      )}
      {data !== undefined ? (
        <>
          {data.data.length === 0 ? (
            <NoSales isFiltered={isFiltered} onReset={() => setQ('')} />
          ) : (
            <SaleList sales={data.data} isBusy={isPlaceholderData} />
          )}
          <Pagination page={page} prevPage={data.prevPage} nextPage={data.nextPage} onPage={setPage} />
        </>
      ) : isPending ? (
        <Skeleton label="Loading sales" blocks={['h-96']} />
      ) : (
        <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
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
