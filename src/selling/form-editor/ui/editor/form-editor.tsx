import { Eye } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { z } from 'zod'
import { endedSession } from '#accounts/identity/ui/session.ts'
import { IconButton } from '#web/kit/layout/button.tsx'
import { SaveBar } from '#web/kit/form/save-bar.tsx'
import { UnsavedChanges } from '#web/kit/form/unsaved-changes.tsx'
import { useEditor } from '#web/kit/form/use-editor.ts'
import { WaitedFor } from '#web/kit/form/waited-for.ts'
import { formCreate, type Form, type FormCreate } from '#selling/forms/contract.ts'
import { AfterPayingSection } from './after-paying-section.tsx'
import { checkForm } from './check-form.ts'
import { focusField } from '../check/focus-field.ts'
import { DraftOffer } from './draft-offer.tsx'
import { ExtrasSections } from '../extras/extras-sections.tsx'
import type { FormValues } from './form-values.ts'
import { LookSection } from './look-section.tsx'
import { PausingSection } from '../pausing/pausing-section.tsx'
import { PriceSection } from './price-section.tsx'
import { WhatYouSellSection } from './what-you-sell-section.tsx'

const EditorCheck = lazy(async () => ({
  default: (await import('../check/editor-check.tsx')).EditorCheck,
}))
const CheckLink = lazy(async () => ({ default: (await import('../check/editor-check.tsx')).CheckLink }))
const EditorIndex = lazy(async () => ({
  default: (await import('../check/editor-index.tsx')).EditorIndex,
}))
const Preview = lazy(async () => ({ default: (await import('../preview/preview.tsx')).Preview }))

/** What was typed is kept for when they are back. */
const hasEnded = () => endedSession() !== null

const formFieldNames = z.keyof(formCreate).options

type Props = {
  /** Tells this form from others, for what is kept of it over a reload. */
  readonly draft: string
  readonly initial: FormValues
  /** The form that is edited; null: a new one. */
  readonly stored: Form | null
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

export function FormEditor({
  draft,
  initial,
  stored,
  submitLabel,
  failure,
  keepsStoredFiles,
  onSave,
}: Props) {
  const { methods, element, isSaved, unmarked, waitFor, waitedFor, submit } = useEditor({
    initial,
    resolver: checkForm,
    names: formFieldNames,
    failure,
    onSave,
  })
  const { isSubmitting, isDirty } = methods.formState
  const formId = stored?.id ?? null
  const [isPreviewing, setIsPreviewing] = useState(false)
  // A section that keeps what is typed as text of its own begins anew with what is restored.
  // The address may name the field that one has come for.
  useEffect(() => {
    const field = formFieldNames.find((name) => window.location.hash === `#${name}`)
    if (field !== undefined) focusField(field)
  }, [])
  return (
    <FormProvider {...methods}>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_23.5rem] xl:grid-cols-[9.5rem_minmax(0,1fr)_23.5rem] xl:gap-x-6">
        <div className="flex min-w-0 flex-col gap-4 xl:contents">
          {/* Its place is kept until it is there. */}
          <Suspense fallback={<div className="h-11" />}>
            <EditorIndex editor={element} formId={formId} />
          </Suspense>
          <form
            ref={element}
            noValidate
            aria-label="Form editor"
            // What is led to comes to stand below the line of sections, where there is one.
            className="grid min-w-0 grid-cols-1 content-start gap-6 max-xl:[&_:is(section,input,select,textarea,button,a)]:scroll-mt-14"
            onSubmit={submit}
          >
            <DraftOffer form={draft} methods={methods} />
            <WaitedFor value={waitFor}>
              <WhatYouSellSection keepsStoredFiles={keepsStoredFiles} />
            </WaitedFor>
            <PriceSection stored={stored} />
            <ExtrasSections stored={stored} />
            <LookSection />
            <AfterPayingSection />
            <PausingSection />
            <Suspense fallback={null}>
              <EditorCheck formId={formId} />
            </Suspense>
            <SaveBar
              isDirty={isDirty}
              isBusy={isSubmitting}
              label={submitLabel}
              unmarked={unmarked}
              waitedFor={waitedFor}
            >
              <IconButton label="Preview" className="lg:hidden" onClick={() => setIsPreviewing(true)}>
                <Eye aria-hidden className="size-5" />
              </IconButton>
              <Suspense fallback={null}>
                <CheckLink formId={formId} editor={element} />
              </Suspense>
            </SaveBar>
          </form>
        </div>
        <Suspense fallback={null}>
          <Preview isOpen={isPreviewing} onOpenChange={setIsPreviewing} />
        </Suspense>
      </div>
      <UnsavedChanges isUnsaved={() => isDirty && !isSaved.current} isDraftSaved={hasEnded} />
    </FormProvider>
  )
}
