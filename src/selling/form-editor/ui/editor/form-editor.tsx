import { Eye } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { FormProvider, type Resolver } from 'react-hook-form'
import { z } from 'zod'
import { zodResolver } from '@hookform/resolvers/zod'
import { Link } from 'react-router'
import type { Language } from '#foundation/language/languages.ts'
import { t } from '#foundation/language/t.ts'
import { endedSession } from '#accounts/identity/ui/session.ts'
import { IconButton } from '#web/kit/layout/button.tsx'
import { SaveBar } from '#web/kit/form/save-bar.tsx'
import { UnsavedChanges } from '#web/kit/form/unsaved-changes.tsx'
import { useEditor } from '#web/kit/form/use-editor.ts'
import { WaitedFor } from '#web/kit/form/waited-for.ts'
import { type Form, formCreate, type FormCreate } from '#selling/forms/contract.ts'
import { focusField } from '#selling/form-editor/ui/check/finding.ts'
import { FoldedSection } from '#web/kit/layout/section.tsx'
import { Textarea } from '#web/kit/form/text-input.tsx'
import { reasonsAgainst } from '#accounts/billing/gates/gates.ts'
import { useSellerState } from '#accounts/billing/ui/seller-state.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { couponsContract } from '#selling/coupons/contract.ts'
import { bumpsContract, offersContract } from '#selling/products/contract.ts'
import { CouponsSection, OffersSection, TaxSection } from '#selling/form-editor/ui/editor/extras-sections.tsx'
import { taxesContract } from '#selling/taxes/contract.ts'
import { BlocksSection } from '#selling/form-editor/ui/blocks/blocks-section.tsx'
import { QuestionsSection } from '#selling/form-editor/ui/fields/questions-section.tsx'
import { TimersSection } from '#selling/form-editor/ui/timers/timers-section.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { DisabledByPlanSection } from '#selling/form-editor/ui/pausing/disabled-by-plan-section.tsx'
import { OrderBumpsSection } from './bumps-section.tsx'
import { DraftOffer } from './draft-offer.tsx'
import { type FormValues, shownValues } from './form-values.ts'
import { LanguagesSection } from './languages-section.tsx'
import { AfterPayingSection, FilesSection, LookSection, WhatYouSellSection } from './page-sections.tsx'
import { PriceSection } from './price-section.tsx'
import { useFormFields } from './use-form-fields.ts'

const EditorCheck = lazy(async () => ({
  default: (await import('../check/editor-check.tsx')).EditorCheck,
}))
const CheckLink = lazy(async () => ({ default: (await import('../check/editor-check.tsx')).CheckLink }))
const EditorIndex = lazy(async () => ({
  default: (await import('#selling/form-editor/ui/check/editor-check.tsx')).EditorIndex,
}))
const Preview = lazy(async () => ({ default: (await import('../preview/preview.tsx')).Preview }))

/** Unsaved changes are kept until the member has signed in again. */
const hasEnded = () => endedSession() !== null

const formFieldNames = z.keyof(formCreate).options

type Props = {
  /** Identifies the form's draft. */
  readonly draft: string
  readonly initial: FormValues
  /** Unsaved values to begin with instead of the initial ones. */
  readonly typed?: FormValues | undefined
  /** The edited form, or null for a new one. */
  readonly stored: Form | null
  readonly submitLabel: string
  /** The toast for a failure without a message from the server. */
  readonly failure: string
  /** Whether the files belong to a stored form, so that they remain stored when removed here. */
  readonly keepsStoredFiles: boolean
  /**
   * Saves the form. Returns the values to continue editing with, or null to leave. Errors are shown next to their
   * fields, and no input is lost.
   */
  readonly onSave: (form: FormCreate) => Promise<FormValues | null>
}

export function FormEditor({
  draft,
  initial,
  typed,
  stored,
  submitLabel,
  failure,
  keepsStoredFiles,
  onSave,
}: Props) {
  const { methods, element, isDirty, isUnsaved, unmarked, waitFor, waitedFor, submit } = useEditor({
    initial,
    resolver: checkForm,
    names: formFieldNames,
    failure,
    onSave,
  })
  const { isSubmitting } = methods.formState
  const formId = stored?.id ?? null
  const [isPreviewing, setIsPreviewing] = useState(false)
  const [language, setLanguage] = useState<Language | null>(null)
  const [begunWith, setBegunWith] = useState<FormValues | undefined>()
  useEffect(() => {
    if (typed === undefined) return
    methods.reset(typed, { keepDefaultValues: true })
    setBegunWith(typed)
  }, [methods, typed])
  // The URL can name a field to focus.
  useEffect(() => {
    const field = formFieldNames.find((name) => window.location.hash === `#${name}`)
    if (field !== undefined) focusField(field)
  }, [])
  return (
    <FormProvider {...methods}>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_23.5rem] xl:grid-cols-[9.5rem_minmax(0,1fr)_23.5rem] xl:gap-x-6">
        <div className="flex min-w-0 flex-col gap-4 xl:contents">
          {/* Reserves its space until it is loaded. */}
          <Suspense fallback={<div className="h-11" />}>
            <EditorIndex editor={element} formId={formId} />
          </Suspense>
          <form
            // Remounts the switches, so that they start with the typed values.
            key={begunWith === undefined ? 'initial' : 'typed'}
            ref={element}
            noValidate
            aria-label={t('Form editor')}
            data-form-editor
            // Focused fields must scroll below the sticky list of sections.
            className="grid min-w-0 grid-cols-1 content-start gap-4 max-xl:[&_:is(section,input,select,textarea,button,a)]:scroll-mt-14"
            onSubmit={submit}
          >
            <DraftOffer form={draft} methods={methods} />
            <WaitedFor value={waitFor}>
              <WhatYouSellSection />
              <BlocksSection />
              <FilesSection keepsStored={keepsStoredFiles} />
            </WaitedFor>
            <PriceSection stored={stored} />
            <ExtrasSections stored={stored} />
            <QuestionsSection />
            <LookSection />
            <LanguagesSection language={language} onChoose={setLanguage} />
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
              <IconButton label={t('Preview')} className="lg:hidden" onClick={() => setIsPreviewing(true)}>
                <Eye aria-hidden className="size-5" />
              </IconButton>
              <Suspense fallback={null}>
                <CheckLink formId={formId} editor={element} />
              </Suspense>
            </SaveBar>
          </form>
        </div>
        <Suspense fallback={null}>
          <Preview language={language} isOpen={isPreviewing} onOpenChange={setIsPreviewing} />
        </Suspense>
      </div>
      <UnsavedChanges isUnsaved={isUnsaved} isDraftSaved={hasEnded} />
    </FormProvider>
  )
}

function PausingSection() {
  const { field, watch } = useFormFields()
  return (
    <FoldedSection
      title={t('Pausing')}
      lead={t('What buyers read while sales are paused. Subscriptions keep renewing.')}
      isUsed={(watch('pauseMessage') ?? '') !== ''}
    >
      <Textarea
        label={t('Paused message')}
        maxLength={500}
        rows={2}
        placeholder={t('Sales are paused for now. Please come back later.')}
        {...field('pauseMessage')}
      />
    </FoldedSection>
  )
}

const byContract = zodResolver<FormValues, unknown, FormCreate>(formCreate)

/**
 * Validates against the API's contract. The contract compares fields only when each is valid, so a missing picture is
 * reported here too, to show all problems together.
 */
export const checkForm: Resolver<FormValues, unknown, FormCreate> = async (values, context, options) => {
  const result = await byContract(shownValues(values), context, options)
  const isPictureMissing = isEmpty(values.image) && isEmpty(values.video)
  if (!isPictureMissing || Object.keys(result.errors).length === 0) return result
  return {
    values: {},
    errors: {
      ...result.errors,
      image: { type: 'custom', message: t('select an image or enter a video url') },
    },
  }
}

function isEmpty(value: string | null | undefined): boolean {
  return value === null || value === undefined || value === ''
}

/**
 * Bumps, offers, tax and timers, as far as the plan and the member's rights allow. Parts of the `stored` form beyond
 * the plan are shown as saved.
 */
function ExtrasSections({ stored }: { readonly stored: Form | null }) {
  const state = useSellerState(true)
  const mayCall = useMayCall()
  const maySeeBumps = mayCall(bumpsContract.listBumps)
  if (state !== undefined && reasonsAgainst('extras', state).length > 0) {
    return (
      <>
        {stored !== null && <DisabledByPlanSection stored={stored} />}
        <Notice tone="info">
          {t('Order bumps, one-time offers, taxes and timers are part of the Growth plan.')}{' '}
          <Link to="/billing" className="font-medium text-brand underline">
            {t('See the plans')}
          </Link>
        </Notice>
      </>
    )
  }
  return (
    <>
      {maySeeBumps && <OrderBumpsSection />}
      {maySeeBumps && mayCall(offersContract.listOffers) && <OffersSection />}
      {mayCall(taxesContract.listTaxes) && <TaxSection />}
      <TimersSection />
      {mayCall(couponsContract.listTerms) && <CouponsSection formId={stored?.id ?? null} />}
    </>
  )
}
