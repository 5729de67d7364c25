import { EditPartPage } from '#selling/form-parts/ui/part-pages.tsx'
import { OfferEditor } from './offer-editor.tsx'
import { offerPart } from './offer-part.ts'
import { offerValuesOf } from './offer-values.ts'

export function EditOfferPage() {
  return (
    <EditPartPage
      part={offerPart}
      title="Edit one-time offer"
      readOnlyTitle="One-time offer"
      valuesOf={offerValuesOf}
      Editor={OfferEditor}
    />
  )
}
