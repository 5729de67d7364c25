import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NotLoaded } from '../feedback/not-loaded.tsx'
import { Page } from '../layout/page.tsx'

type Props<Data> = {
  /** The heading of the page until the data arrives. */
  readonly title: string
  readonly query: UseQueryResult<Data>
  /** The item's list. */
  readonly listPath: string
  readonly children: (data: Data) => ReactNode
}

/** A page about one item, which must be loaded first. */
export function Loaded<Data>({ title, query, listPath, children }: Props<Data>) {
  const { data } = query
  if (data !== undefined) return children(data)
  return (
    <Page title={title} width="narrow">
      <NotLoaded query={query} blocks={['h-72', 'h-48']} listPath={listPath} />
    </Page>
  )
}
