import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { t } from '#foundation/language/t.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { ErrorState } from '../feedback/error-state.tsx'
import type { useListSearch } from './list-search.ts'
import { SearchBox } from './search-box.tsx'

export type PageOf<Row> = {
  readonly data: readonly Row[]
  readonly prevPage: number | null
  readonly nextPage: number | null
}

type Props<Row> = {
  readonly search: ReturnType<typeof useListSearch>
  readonly query: UseQueryResult<PageOf<Row>>
  readonly searchLabel: string
  /** Whether the search is shown even if there is nothing to search. */
  readonly isSearchShown?: boolean
  /** A shorter list has no search, because all of it is visible at a glance. */
  readonly leastToSearch?: number
  /** Content next to the search. */
  readonly filter?: ReactNode
  /** Content between the search and the rows. */
  readonly below?: ReactNode
  readonly pageSize?: number
  /** Shown for an empty list or a search without results. */
  readonly empty: ReactNode
  /** Shown while loading. */
  readonly skeleton: ReactNode
  readonly children: (rows: readonly Row[], isStale: boolean) => ReactNode
}

/** A list that can be searched and has pages, controlled by the URL. */
export function SearchedList<Row>({ search, query, ...props }: Props<Row>) {
  const { searchLabel, isSearchShown = false, leastToSearch = 1, filter, below, pageSize } = props
  const { empty, skeleton, children } = props
  const { q, page, setQ, setPage } = search
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = query
  const isFiltered = q !== '' || page > 0
  const isLong = data === undefined ? leastToSearch === 1 : data.data.length >= leastToSearch
  const hasSearch = isSearchShown || isLong || isFiltered
  return (
    <>
      {hasSearch && (
        // Fields with labels above are aligned with the search.
        <div className="mb-6 flex flex-wrap items-start gap-x-3 gap-y-4 has-[label]:items-end">
          <SearchBox
            label={searchLabel}
            value={q}
            found={isPlaceholderData ? undefined : data?.data.length}
            onSearch={setQ}
          />
          {filter}
        </div>
      )}
      {below}
      {data !== undefined ? (
        <>
          {data.data.length === 0 ? empty : children(data.data, isPlaceholderData)}
          <Pagination
            page={page}
            shown={data.data.length}
            pageSize={pageSize}
            prevPage={data.prevPage}
            nextPage={data.nextPage}
            onPage={setPage}
          />
        </>
      ) : isPending ? (
        skeleton
      ) : (
        <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
    </>
  )
}

/** The number of rows on a page, unless a list requests more. */
const usualSize = 10

type PaginationProps = {
  readonly page: number
  /** The number of rows on this page. */
  readonly shown: number
  readonly pageSize?: number | undefined
  readonly prevPage: number | null
  readonly nextPage: number | null
  readonly onPage: (page: number) => void
}

/**
 * Buttons for the pages of a list whose rows are never counted. Hidden if there is only one page. Pages are
 * counted from 0.
 */
export function Pagination({
  page,
  shown,
  pageSize = usualSize,
  prevPage,
  nextPage,
  onPage,
}: PaginationProps) {
  if (prevPage === null && nextPage === null) return null
  const before = page * pageSize
  return (
    <nav aria-label={t('Pages')} className="mt-8 flex flex-wrap items-center justify-center gap-2 sm:gap-3">
      <Button
        variant="secondary"
        disabled={prevPage === null}
        onClick={() => {
          if (prevPage !== null) onPage(prevPage)
        }}
      >
        <ChevronLeft aria-hidden className="size-5" />
        {t('Previous')}
      </Button>
      <span className="min-w-16 text-center text-muted tabular-nums">
        {shown === 0
          ? t('Page {page}', { page: page + 1 })
          : t('{first}–{last}', { first: before + 1, last: before + shown })}
      </span>
      <Button
        variant="secondary"
        disabled={nextPage === null}
        onClick={() => {
          if (nextPage !== null) onPage(nextPage)
        }}
      >
        {t('Next')}
        <ChevronRight aria-hidden className="size-5" />
      </Button>
    </nav>
  )
}
