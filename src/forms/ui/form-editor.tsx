import { useRef } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { toast } from 'sonner'
import type { FormCreate } from '#forms/contract.ts'
import { errorMessage } from '#shell/error-message.ts'
import { Button } from '#shell/ui/button.tsx'
import { useFocusFirstError } from '#shell/use-focus-first-error.ts'
import { AfterPayingSection } from './after-paying-section.tsx'
import { checkForm } from './check-form.ts'
import type { FormValues } from './form-values.ts'
import { ExtrasSections } from './extras-sections.tsx'
import { LookSection } from './look-section.tsx'
import { Preview } from './preview.tsx'
import { PriceSection } from './price-section.tsx'
import { fieldErrorsOf } from './server-errors.ts'
import { UnsavedChanges } from './unsaved-changes.tsx'
import { WhatYouSellSection } from './what-you-sell-section.tsx'

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
  const element = useRef<HTMLFormElement>(null)
  const isSaved = useRef(false)
  const methods = useForm<FormValues, unknown, FormCreate>({
    defaultValues: initial,
    resolver: checkForm,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const { isSubmitting, isDirty } = methods.formState
  const focusFirstError = useFocusFirstError(element)

  async function save(form: FormCreate): Promise<void> {
    try {
      isSaved.current = true
      const next = await onSave(form)
      if (next === null) return
      methods.reset(next)
      isSaved.current = false
    } catch (error) {
      isSaved.current = false
      for (const { name, message } of fieldErrorsOf(error)) methods.setError(name, { message })
      toast.error(errorMessage(error, failure))
      focusFirstError()
    }
  }

  return (
    <FormProvider {...methods}>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <form
          ref={element}
          noValidate
          aria-label="Form editor"
          className="grid grid-cols-1 content-start gap-6"
          onSubmit={(event) => void methods.handleSubmit(save, focusFirstError)(event)}
        >
          <WhatYouSellSection keepsStoredFiles={keepsStoredFiles} />
          <PriceSection />
          <ExtrasSections />
          <LookSection />
          <AfterPayingSection />
          <div className="sticky bottom-4 z-10 flex items-center justify-end gap-4 rounded-2xl border border-line bg-surface p-3 shadow-float">
            {isDirty && <span className="text-muted">Not saved yet</span>}
            <Button type="submit" isBusy={isSubmitting}>
              {submitLabel}
            </Button>
          </div>
        </form>
        <Preview />
      </div>
      <UnsavedChanges isDirty={isDirty} isSaved={isSaved} />
    </FormProvider>
  )
}
