import { useMemo } from 'react'
import type { Form } from '#forms/contract.ts'
import { formMessages } from '#forms/messages.ts'
import { Page } from '#shell/ui/page.tsx'
import { FormEditor } from './form-editor.tsx'
import { valuesOf } from './form-values.ts'
import { LoadedForm } from './loaded-form.tsx'
import { useCreateForm } from './use-create-form.ts'

export function DuplicateFormPage() {
  return (
    <LoadedForm title="Duplicate form">{(form) => <DuplicateForm key={form.id} form={form} />}</LoadedForm>
  )
}

/** The create form filled from the original; files of the original stay in the store when they are taken off. */
function DuplicateForm({ form }: { readonly form: Form }) {
  const create = useCreateForm()
  const initial = useMemo(() => valuesOf(form), [form])
  return (
    <Page title="Duplicate form" lead={`A copy of “${form.title}”. The original stays as it is.`}>
      <FormEditor
        initial={initial}
        submitLabel="Create form"
        failure={formMessages.createFailed}
        keepsStoredFiles
        onSave={create}
      />
    </Page>
  )
}
