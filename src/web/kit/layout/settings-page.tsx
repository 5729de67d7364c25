import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NotLoaded } from '../feedback/not-loaded.tsx'
import { PageHead, type PageHeadProps } from './page.tsx'

type Props = PageHeadProps & { readonly children: ReactNode }

/** A settings page. The index next to it belongs to the app's frame. */
export function SettingsPage({ children, ...head }: Props) {
  return (
    <>
      <PageHead {...head} />
      <div className="grid grid-cols-1 gap-6">{children}</div>
    </>
  )
}

type LoadedProps<Data> = PageHeadProps & {
  readonly query: UseQueryResult<Data>
  /** How the page looks while loading: its label, and its blocks by their height. */
  readonly loading: { readonly label: string; readonly blocks: readonly string[] }
  readonly children: (data: Data) => ReactNode
}

/** A settings page whose data must be loaded first. */
export function LoadedSettingsPage<Data>({ query, loading, children, ...head }: LoadedProps<Data>) {
  return (
    <SettingsPage {...head}>
      {query.data !== undefined ? children(query.data) : <NotLoaded query={query} {...loading} />}
    </SettingsPage>
  )
}
