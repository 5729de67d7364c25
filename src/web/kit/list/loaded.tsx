import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '../feedback/error-state.tsx'
import { Page } from '../layout/page.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'

type Props<Data> = {
  /** The page's heading until the data are there. */
  readonly title: string
  readonly query: UseQueryResult<Data>
  /** The list that the thing would be in. */
  readonly listPath: string
  readonly children: (data: Data) => ReactNode
}

/** A page about one thing, which has to be loaded first. */
export function Loaded<Data>({ title, query, listPath, children }: Props<Data>) {
  const { data, error, isPending, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  return (
    <Page title={title} width="narrow">
      {isPending ? (
        <Skeleton blocks={['h-72', 'h-48']} />
      ) : (
        <ErrorState
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
          listPath={listPath}
        />
      )}
    </Page>
  )
}
