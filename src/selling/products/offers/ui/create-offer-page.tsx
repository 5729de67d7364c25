import { CreatePartPage } from '#selling/form-parts/ui/part-pages.tsx'
import { OfferEditor } from './offer-editor.tsx'
import { offerPart } from './offer-part.ts'
import { newOfferValues } from './offer-values.ts'

export function CreateOfferPage() {
  return (
    <CreatePartPage
      part={offerPart}
      title="Create one-time offer"
      lead="Shown once, right after the payment."
      submitLabel="Create offer"
      newValues={() => newOfferValues()}
      Editor={OfferEditor}
    />
  )
}
