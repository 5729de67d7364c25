import type { UseQueryResult } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { buttonClass } from '../layout/button.tsx'
import { EmptyState, NothingFound } from '../feedback/empty-state.tsx'
import { Page } from '../layout/page.tsx'
import type { useListSearch } from './list-search.ts'
import { SearchedList, type PageOf } from './searched-list.tsx'

type Props<Row> = {
  readonly title: string
  readonly lead: string
  /** The labels of the list's buttons and search, and the headings for no results and for an empty list. */
  readonly texts: Readonly<Record<'create' | 'search' | 'showAll' | 'notFound' | 'noneYet', string>>
  readonly createPath: string
  /** Whether the person can create an item. If not, the button is hidden. */
  readonly mayCreate: boolean
  readonly search: ReturnType<typeof useListSearch>
  readonly query: UseQueryResult<PageOf<Row>>
  /** The message of the list before anything was created. */
  readonly empty: { readonly icon: ReactNode; readonly title: string; readonly text: string }
  readonly skeleton: ReactNode
  /** Above the list. */
  readonly note?: ReactNode
  readonly children: (rows: readonly Row[], isStale: boolean) => ReactNode
}

/** A list of items to create, find, edit and delete, with its search, pages, and empty states. */
export function ListPage<Row>({ search, query, ...props }: Props<Row>) {
  const { title, lead, texts, createPath, mayCreate, empty, skeleton, note, children } = props
  const isFiltered = search.q !== '' || search.page > 0
  const create = mayCreate ? (
    <Link to={createPath} className={buttonClass()}>
      <Plus aria-hidden className="size-5" />
      {texts.create}
    </Link>
  ) : undefined
  const isEmpty = query.data?.data.length === 0
  return (
    <Page title={title} lead={lead} actions={isEmpty && !isFiltered ? undefined : create}>
      {note}
      <SearchedList
        search={search}
        query={query}
        searchLabel={texts.search}
        skeleton={skeleton}
        empty={
          isFiltered ? (
            <NothingFound
              title={texts.notFound}
              text={t('Nothing matches your search.')}
              action={texts.showAll}
              onReset={() => search.setQ('')}
            />
          ) : (
            <EmptyState {...empty} {...(create === undefined ? { title: texts.noneYet } : {})}>
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
