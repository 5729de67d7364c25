import { FormProvider } from 'react-hook-form'
import { EditorFields } from '#web/kit/editor-fields.tsx'
import { SaveBar } from '#web/kit/save-bar.tsx'
import { Section } from '#web/kit/section.tsx'
import { UnsavedChanges } from '#web/kit/unsaved-changes.tsx'
import { useEditor } from '#web/kit/use-editor.ts'
import type { BumpCreate } from '../contract.ts'
import { bumpFieldNames, checkBump, type BumpValues } from './bump-values.ts'
import { DescriptionField, FilesField, PictureField, PriceFields, TitleField } from './product-fields.tsx'
import { ProductPreview } from './product-preview.tsx'

type Props = {
  /** For who may see it and not change it. */
  readonly isReadOnly?: boolean
  readonly initial: BumpValues
  readonly submitLabel: string
  readonly failure: string
  readonly keepsStoredFiles: boolean
  readonly onSave: (bump: BumpCreate) => Promise<BumpValues | null>
}

/** The whole-page editor of an order bump. */
export function BumpEditor({
  initial,
  submitLabel,
  failure,
  keepsStoredFiles,
  onSave,
  isReadOnly = false,
}: Props) {
  const { methods, element, isSaved, submit } = useEditor({
    initial,
    resolver: checkBump,
    names: bumpFieldNames,
    failure,
    onSave,
  })
  const { isDirty, isSubmitting } = methods.formState
  return (
    <FormProvider {...methods}>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <form
          ref={element}
          noValidate
          aria-label="Bump editor"
          className="grid grid-cols-1 content-start gap-6"
          onSubmit={submit}
        >
          <EditorFields isReadOnly={isReadOnly}>
            <Section title="What it is" lead="What buyers read next to the checkbox.">
              <TitleField label="Title" placeholder="The printed workbook" />
              <DescriptionField placeholder="Why is it worth adding?" />
              <PictureField type="bump" />
            </Section>
            <Section title="Price" lead="Added to the form's price when it is selected.">
              <PriceFields />
            </Section>
            <Section title="Files" lead="What buyers can download.">
              <FilesField type="bump" keepsStored={keepsStoredFiles} />
            </Section>
          </EditorFields>
          {!isReadOnly && <SaveBar isDirty={isDirty} isBusy={isSubmitting} label={submitLabel} />}
        </form>
        <ProductPreview kind="bump" />
      </div>
      <UnsavedChanges isDirty={isDirty} isSaved={isSaved} />
    </FormProvider>
  )
}
