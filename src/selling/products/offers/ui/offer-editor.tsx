import { FormProvider } from 'react-hook-form'
import {
  DescriptionField,
  FilesField,
  PictureField,
  PriceFields,
  TitleField,
} from '#selling/products/bumps/ui/product-fields.tsx'
import { ProductPreview } from '#selling/products/bumps/ui/product-preview.tsx'
import { EditorFields } from '#web/kit/editor-fields.tsx'
import { SaveBar } from '#web/kit/save-bar.tsx'
import { Section } from '#web/kit/section.tsx'
import { UnsavedChanges } from '#web/kit/unsaved-changes.tsx'
import { useEditor } from '#web/kit/use-editor.ts'
import type { OfferCreate } from '../contract.ts'
import { ActiveField, ButtonTextFields, TagsField } from './offer-fields.tsx'
import { checkOffer, offerFieldNames, type OfferValues } from './offer-values.ts'

type Props = {
  /** For who may see it and not change it. */
  readonly isReadOnly?: boolean
  readonly initial: OfferValues
  readonly submitLabel: string
  readonly failure: string
  readonly keepsStoredFiles: boolean
  readonly onSave: (offer: OfferCreate) => Promise<OfferValues | null>
}

/** The whole-page editor of a one-time offer. */
export function OfferEditor({
  initial,
  submitLabel,
  failure,
  keepsStoredFiles,
  onSave,
  isReadOnly = false,
}: Props) {
  const { methods, element, isSaved, submit } = useEditor({
    initial,
    resolver: checkOffer,
    names: offerFieldNames,
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
          aria-label="Offer editor"
          className="grid grid-cols-1 content-start gap-6"
          onSubmit={submit}
        >
          <EditorFields isReadOnly={isReadOnly}>
            <Section title="What it is" lead="What the pop-up says after the payment.">
              <TitleField label="Title" placeholder="A private lesson, half price" />
              <DescriptionField placeholder="Why now, and only now?" />
              <PictureField type="divers" />
              <ButtonTextFields />
            </Section>
            <Section title="Price" lead="Charged with one click to the card that was just used.">
              <PriceFields />
            </Section>
            <Section title="Files" lead="What buyers can download.">
              <FilesField type="divers" keepsStored={keepsStoredFiles} />
            </Section>
            <Section title="For you" lead="Whether it is shown, and how you find it.">
              <ActiveField />
              <TagsField />
            </Section>
          </EditorFields>
          {!isReadOnly && <SaveBar isDirty={isDirty} isBusy={isSubmitting} label={submitLabel} />}
        </form>
        <ProductPreview kind="offer" />
      </div>
      <UnsavedChanges isDirty={isDirty} isSaved={isSaved} />
    </FormProvider>
  )
}
