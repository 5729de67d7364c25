import { useState } from 'react'
import { Page } from '#web/kit/page.tsx'
import { formMessages } from '../messages.ts'
import { FormEditor } from './form-editor.tsx'
import { newFormValues } from './form-values.ts'
import { useCreateForm } from './use-create-form.ts'

export function CreateFormPage() {
  const create = useCreateForm()
  const [initial] = useState(newFormValues)
  return (
    <Page width="widest" title="Create form" lead="One page, one price, one link.">
      <FormEditor
        draft="new"
        initial={initial}
        stored={null}
        submitLabel="Create form"
        failure={formMessages.createFailed}
        keepsStoredFiles={false}
        onSave={create}
      />
    </Page>
  )
}
