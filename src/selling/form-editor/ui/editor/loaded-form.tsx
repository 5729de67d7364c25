import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import type { Form } from '#selling/forms/contract.ts'
import { formQuery } from '#selling/forms/ui/queries.ts'

type Props = {
  /** The page's heading until the form is loaded. */
  readonly title: string
  readonly children: (form: Form) => ReactNode
}

/** Loads the form in the URL, for the pages about one form. */
export function LoadedForm({ title, children }: Props) {
  const { id = '' } = useParams()
  const query = useQuery(formQuery(id))
  const { data } = query
  if (data !== undefined) return children(data)
  return (
    <Page title={title}>
      <NotLoaded query={query} blocks={['h-72', 'h-48']} listPath="/forms" />
    </Page>
  )
}
