import type { ComponentProps } from 'react'
import { ErrorState } from './error-state.tsx'
import { Skeleton } from './skeleton.tsx'

type Props = ComponentProps<typeof Skeleton> & {
  readonly query: {
    readonly error: unknown
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  /** The list to go on from, if the one thing does not exist. */
  readonly listPath?: string
}

/** Stands where the data of a query will be: while it is loaded, and when it could not be, with a way to try again. */
export function NotLoaded({ query, listPath, ...skeleton }: Props) {
  if (query.error === null) return <Skeleton {...skeleton} />
  return (
    <ErrorState
      error={query.error}
      isRetrying={query.isFetching}
      onRetry={() => void query.refetch()}
      {...(listPath !== undefined && { listPath })}
    />
  )
}
