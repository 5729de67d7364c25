import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '#foundation/language/t.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Page } from '#web/kit/layout/page.tsx'

type Props<Data> = {
  readonly title: string
  readonly lead: string
  readonly width?: 'narrow' | 'wide'
  readonly query: UseQueryResult<Data>
  /** The loading state: its label, and its blocks by their height. */
  readonly loading: { readonly label: string; readonly blocks: readonly string[] }
  readonly children: (data: Data) => ReactNode
}

/** A page below the settings whose data has to be loaded first. */
export function SettingsSubpage<Data>({
  title,
  lead,
  width = 'narrow',
  query,
  loading,
  children,
}: Props<Data>) {
  const { data } = query
  return (
    <Page back={{ to: '/settings', label: t('Settings') }} title={title} lead={lead} width={width}>
      {data !== undefined ? children(data) : <NotLoaded query={query} {...loading} />}
    </Page>
  )
}
