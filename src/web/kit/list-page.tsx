import type { UseQueryResult } from '@tanstack/react-query'
import { Plus, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import type { useListSearch } from './list-search.ts'
import { Page } from './page.tsx'
import { Pagination } from './pagination.tsx'
import { SearchBox } from './search-box.tsx'

type PageOf<Row> = {
  readonly data: readonly Row[]
  readonly prevPage: number | null
  readonly nextPage: number | null
}

type Props<Row> = {
  readonly title: string
  readonly lead: string
  /** What one of the things is called, in the middle of a sentence. */
  readonly noun: string
  readonly nouns: string
  readonly createPath: string
  /** Creating one is not offered to who may not. */
  readonly mayCreate: boolean
  readonly search: ReturnType<typeof useListSearch>
  readonly query: UseQueryResult<PageOf<Row>>
  /** What the list says while nothing was ever made. */
  readonly empty: { readonly icon: ReactNode; readonly title: string; readonly text: string }
  readonly skeleton: ReactNode
  /** Above the list. */
  readonly note?: ReactNode
  readonly children: (rows: readonly Row[], isStale: boolean) => ReactNode
}

/** A list of things to make, find, change and delete: search, pages, and what stands in while there are none. */
export function ListPage<Row>({ search, query, ...props }: Props<Row>) {
  const { title, lead, noun, nouns, createPath, mayCreate, empty, skeleton, note, children } = props
  const { q, page, setQ, setPage } = search
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = query
  const isFiltered = q !== '' || page > 0
  const create = mayCreate ? (
    <Link to={createPath} className={buttonClass()}>
      <Plus aria-hidden className="size-5" />
      Create {noun}
    </Link>
  ) : undefined
  const isEmpty = data?.data.length === 0
  return (
    <Page title={title} lead={lead} actions={isEmpty && !isFiltered ? undefined : create}>
      {note}
      {(!isEmpty || isFiltered) && (
        <div className="mb-6">
          <SearchBox
            label={`Search ${nouns}`}
            value={q}
            found={isPlaceholderData ? undefined : data?.data.length}
            onSearch={setQ}
          />
        </div>
      )}
      {data !== undefined ? (
        <>
          {!isEmpty ? (
            children(data.data, isPlaceholderData)
          ) : isFiltered ? (
            <EmptyState
              icon={<SearchX aria-hidden className="size-8" />}
              title={`No ${noun} found`}
              text="Nothing matches your search."
            >
              <Button variant="secondary" onClick={() => setQ('')}>
                Show all {nouns}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState {...empty} {...(create === undefined ? { title: `No ${noun} yet` } : {})}>
              {create}
            </EmptyState>
          )}
          <Pagination page={page} prevPage={data.prevPage} nextPage={data.nextPage} onPage={setPage} />
        </>
      ) : isPending ? (
        skeleton
      ) : (
        <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}
