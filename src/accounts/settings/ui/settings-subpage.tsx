import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ErrorState } from '#web/kit/error-state.tsx'
import { Page } from '#web/kit/page.tsx'
import { Skeleton } from '#web/kit/skeleton.tsx'

type Props<Data> = {
  readonly title: string
  readonly lead: string
  readonly width?: 'narrow' | 'wide'
  readonly query: UseQueryResult<Data>
  /** Stands where the data will be: what is loading, and its blocks by their height. */
  readonly loading: { readonly label: string; readonly blocks: readonly string[] }
  readonly children: (data: Data) => ReactNode
}

/** A page below the settings, about something that has to be loaded first. */
export function SettingsSubpage<Data>({
  title,
  lead,
  width = 'narrow',
  query,
  loading,
  children,
}: Props<Data>) {
  const { data, error, isFetching, refetch } = query
  return (
    <Page title={title} lead={lead} width={width}>
      <Link
        to="/settings"
        className="mb-6 -ml-2 inline-flex min-h-10 items-center gap-2 rounded-lg px-2 font-medium text-muted hover:text-brand"
      >
        <ArrowLeft aria-hidden className="size-4.5" />
        Settings
      </Link>
      {data !== undefined ? (
        children(data)
      ) : error === null ? (
        <Skeleton {...loading} />
      ) : (
        <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}
