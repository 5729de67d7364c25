import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shopQuery } from '#accounts/shop/ui/queries.ts'
import { Page } from '#web/kit/layout/page.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { formMessages } from '../messages.ts'
import { FormEditor } from './editor/form-editor.tsx'
import { newFormOf } from './editor/form-values.ts'
import { useCreateForm } from './editor/use-create-form.ts'

export function CreateFormPage() {
  const { data: shop, isLoading } = useQuery(shopQuery)
  return (
    <Page width="widest" title="Create form" lead="One page, one price, one link.">
      {/* Who may not see the shop, or cannot reach it, begins with the color of who has none. */}
      {isLoading ? <Skeleton blocks={['h-72', 'h-48']} /> : <NewForm brandColor={shop?.brandColor ?? null} />}
    </Page>
  )
}

function NewForm({ brandColor }: { readonly brandColor: string | null }) {
  const create = useCreateForm()
  const [initial] = useState(() => newFormOf(brandColor))
  return (
    <FormEditor
      draft="new"
      initial={initial}
      stored={null}
      submitLabel="Create form"
      failure={formMessages.createFailed}
      keepsStoredFiles={false}
      onSave={create}
    />
  )
}
