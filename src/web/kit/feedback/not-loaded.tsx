import type { ComponentProps } from 'react'
import { ErrorState } from './error-state.tsx'
import { Skeleton } from './skeleton.tsx'

type Props = ComponentProps<typeof Skeleton> & {
  readonly query: {
    readonly error: unknown
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  /** The list to continue from if the item does not exist. */
  readonly listPath?: string
}

/** Replaces a query's data while loading, and after a failure, with a retry button. */
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
