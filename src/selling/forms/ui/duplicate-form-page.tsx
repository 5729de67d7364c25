import { useMemo } from 'react'
import { reasonsAgainst } from '#accounts/billing/gates.ts'
import { useSellerState } from '#accounts/billing/ui/seller-state.ts'
import { Page } from '#web/kit/page.tsx'
import type { Form } from '../contract.ts'
import { formMessages } from '../messages.ts'
import { FormEditor } from './form-editor.tsx'
import { valuesOf } from './form-values.ts'
import { LoadedForm } from './loaded-form.tsx'
import { useCreateForm } from './use-create-form.ts'

export function DuplicateFormPage() {
  return (
    <LoadedForm title="Duplicate form">{(form) => <DuplicateForm key={form.id} form={form} />}</LoadedForm>
  )
}

/** What a copy leaves out where the plan does not open it. */
const noExtras = { taxId: null, bumps: [], timers: [], otoSequenceList: [], oneTimeOffer: null }

/** The create form filled from the original; files of the original stay in the store when they are taken off. */
function DuplicateForm({ form }: { readonly form: Form }) {
  const create = useCreateForm()
  const state = useSellerState(true)
  const hasExtras = state === undefined || reasonsAgainst('extras', state).length === 0
  const initial = useMemo(
    () => (hasExtras ? valuesOf(form) : { ...valuesOf(form), ...noExtras }),
    [form, hasExtras],
  )
  return (
    <Page title="Duplicate form" lead={`A copy of “${form.title}”. The original stays as it is.`}>
      <FormEditor
        draft={`copy ${form.id}`}
        initial={initial}
        submitLabel="Create form"
        failure={formMessages.createFailed}
        keepsStoredFiles
        onSave={create}
      />
    </Page>
  )
}
