import type { UseQueryResult } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '../layout/button.tsx'
import { EmptyState, NothingFound } from '../feedback/empty-state.tsx'
import { Page } from '../layout/page.tsx'
import type { useListSearch } from './list-search.ts'
import { SearchedList, type PageOf } from './searched-list.tsx'

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
  const isFiltered = search.q !== '' || search.page > 0
  const create = mayCreate ? (
    <Link to={createPath} className={buttonClass()}>
      <Plus aria-hidden className="size-5" />
      {`Create ${noun}`}
    </Link>
  ) : undefined
  const isEmpty = query.data?.data.length === 0
  return (
    <Page title={title} lead={lead} actions={isEmpty && !isFiltered ? undefined : create}>
      {note}
      <SearchedList
        search={search}
        query={query}
        searchLabel={`Search ${nouns}`}
        skeleton={skeleton}
        empty={
          isFiltered ? (
            <NothingFound
              noun={noun}
              text="Nothing matches your search."
              action={`Show all ${nouns}`}
              onReset={() => search.setQ('')}
            />
          ) : (
            <EmptyState {...empty} {...(create === undefined ? { title: `No ${noun} yet` } : {})}>
              {create}
            </EmptyState>
          )
        }
      >
        {children}
      </SearchedList>
    </Page>
  )
}
