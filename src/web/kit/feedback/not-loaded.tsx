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

/** Shown instead of a query's data while it loads and, with a retry button, after a failure. */
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
