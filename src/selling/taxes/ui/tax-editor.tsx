import { FormProvider } from 'react-hook-form'
import { EditorFields } from '#web/kit/editor-fields.tsx'
import { SaveBar } from '#web/kit/save-bar.tsx'
import { Section } from '#web/kit/section.tsx'
import { UnsavedChanges } from '#web/kit/unsaved-changes.tsx'
import { useEditor } from '#web/kit/use-editor.ts'
import { TaxFields } from './tax-fields.tsx'
import { checkTax, taxFieldNames, type EditedTax, type TaxValues } from './tax-values.ts'

type Props = {
  /** For who may see it and not change it. */
  readonly isReadOnly?: boolean
  readonly initial: TaxValues
  /** One that exists can be switched off. */
  readonly hasActive: boolean
  readonly submitLabel: string
  readonly failure: string
  readonly onSave: (tax: EditedTax) => Promise<TaxValues | null>
}

/** The whole-page editor of a tax. */
export function TaxEditor({ initial, hasActive, submitLabel, failure, onSave, isReadOnly = false }: Props) {
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
        <EditorFields isReadOnly={isReadOnly}>
          <Section
            title="Rate"
            lead="Every line of a purchase is taxed by itself and rounded to the smallest unit."
          >
            <TaxFields hasActive={hasActive} />
          </Section>
        </EditorFields>
        {!isReadOnly && <SaveBar isDirty={isDirty} isBusy={isSubmitting} label={submitLabel} />}
      </form>
      <UnsavedChanges isDirty={isDirty} isSaved={isSaved} />
    </FormProvider>
  )
}
