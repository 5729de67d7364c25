import { useMemo } from 'react'
import { useSellerState } from '#accounts/billing/ui/seller-state.ts'
import { omitDisabledByPlan } from '#payments/pricing/sold-form.ts'
import { Page } from '#web/kit/layout/page.tsx'
import type { Form } from '#selling/forms/contract.ts'
import { formMessages } from '../messages.ts'
import { FormEditor } from './editor/form-editor.tsx'
import { valuesOf } from './editor/form-values.ts'
import { LoadedForm } from './editor/loaded-form.tsx'
import { useCreateForm } from './editor/use-create-form.ts'

export function DuplicateFormPage() {
  return (
    <LoadedForm title="Duplicate form">{(form) => <DuplicateForm key={form.id} form={form} />}</LoadedForm>
  )
}

/**
 * The create form filled from the original, without what the plan disables; files of the original stay in the store when they are
 * taken off.
 */
function DuplicateForm({ form }: { readonly form: Form }) {
  const create = useCreateForm()
  const plan = useSellerState(true)?.plan ?? null
  const initial = useMemo(() => omitDisabledByPlan(valuesOf(form), plan), [form, plan])
  return (
    <Page
      width="widest"
      title="Duplicate form"
      lead={`A copy of “${form.title}”. The original stays as it is.`}
    >
      <FormEditor
        draft={`copy ${form.id}`}
        initial={initial}
        stored={null}
        submitLabel="Create form"
        failure={formMessages.createFailed}
        keepsStoredFiles
        onSave={create}
      />
    </Page>
  )
}
