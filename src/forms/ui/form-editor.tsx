import { FormProvider } from 'react-hook-form'
import { z } from 'zod'
import { formCreate, type FormCreate } from '#forms/contract.ts'
import { SaveBar } from '#shell/ui/save-bar.tsx'
import { useEditor } from '#shell/use-editor.ts'
import { AfterPayingSection } from './after-paying-section.tsx'
import { checkForm } from './check-form.ts'
import type { FormValues } from './form-values.ts'
import { EmbeddingSection } from './embedding-section.tsx'
import { ExtrasSections } from './extras-sections.tsx'
import { LookSection } from './look-section.tsx'
import { Preview } from './preview.tsx'
import { PriceSection } from './price-section.tsx'
import { UnsavedChanges } from './unsaved-changes.tsx'
import { WhatYouSellSection } from './what-you-sell-section.tsx'

const formFieldNames = z.keyof(formCreate).options

type Props = {
  readonly initial: FormValues
  readonly submitLabel: string
  /** The toast of a failure that the server gave no words for. */
  readonly failure: string
  /** The files belong to a stored form: they stay in the store when they are taken off here. */
  readonly keepsStoredFiles: boolean
  /**
   * Saves, and answers the values to go on with where the editing goes on. What it throws is shown at the fields it
   * names, and nothing typed is lost.
   */
  readonly onSave: (form: FormCreate) => Promise<FormValues | null>
}

export function FormEditor({ initial, submitLabel, failure, keepsStoredFiles, onSave }: Props) {
  const { methods, element, isSaved, submit } = useEditor({
    initial,
    resolver: checkForm,
    names: formFieldNames,
    failure,
    onSave,
  })
  const { isSubmitting, isDirty } = methods.formState
  return (
    <FormProvider {...methods}>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <form
          ref={element}
          noValidate
          aria-label="Form editor"
          className="grid grid-cols-1 content-start gap-6"
          onSubmit={submit}
        >
          <WhatYouSellSection keepsStoredFiles={keepsStoredFiles} />
          <PriceSection />
          <ExtrasSections />
          <LookSection />
          <AfterPayingSection />
          <EmbeddingSection />
          <SaveBar isDirty={isDirty} isBusy={isSubmitting} label={submitLabel} />
        </form>
        <Preview />
      </div>
      <UnsavedChanges isDirty={isDirty} isSaved={isSaved} />
    </FormProvider>
  )
}
