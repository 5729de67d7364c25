import { FormProvider } from 'react-hook-form'
import { Section } from '#forms/ui/section.tsx'
import { UnsavedChanges } from '#forms/ui/unsaved-changes.tsx'
import { SaveBar } from '#shell/ui/save-bar.tsx'
import { useEditor } from '#shell/use-editor.ts'
import { TaxFields } from './tax-fields.tsx'
import { checkTax, taxFieldNames, type EditedTax, type TaxValues } from './tax-values.ts'

type Props = {
  readonly initial: TaxValues
  /** One that exists can be switched off. */
  readonly hasActive: boolean
  readonly submitLabel: string
  readonly failure: string
  readonly onSave: (tax: EditedTax) => Promise<TaxValues | null>
}

/** The whole-page editor of a tax. */
export function TaxEditor({ initial, hasActive, submitLabel, failure, onSave }: Props) {
  const { methods, element, isSaved, submit } = useEditor({
    initial,
    resolver: checkTax,
    names: taxFieldNames,
    failure,
    onSave,
  })
  const { isDirty, isSubmitting } = methods.formState
  return (
    <FormProvider {...methods}>
      <form
        ref={element}
        noValidate
        aria-label="Tax editor"
        className="grid grid-cols-1 gap-6"
        onSubmit={submit}
      >
        <Section
          title="Rate"
          lead="Every line of a purchase is taxed by itself and rounded to the smallest unit."
        >
          <TaxFields hasActive={hasActive} />
        </Section>
        <SaveBar isDirty={isDirty} isBusy={isSubmitting} label={submitLabel} />
      </form>
      <UnsavedChanges isDirty={isDirty} isSaved={isSaved} />
    </FormProvider>
  )
}
