import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Page } from '#web/kit/page.tsx'
import { offerMessages } from '../messages.ts'
import { OfferEditor } from './offer-editor.tsx'
import { newOfferValues } from './offer-values.ts'
import { useCreateOffer } from './use-create-offer.ts'

export function CreateOfferPage() {
  const create = useCreateOffer()
  const navigate = useNavigate()
  const [initial] = useState(newOfferValues)
  return (
    <Page title="Create one-time offer" lead="Shown once, right after the payment.">
      <OfferEditor
        initial={initial}
        submitLabel="Create offer"
        failure={offerMessages.createFailed}
        keepsStoredFiles={false}
        onSave={async (offer) => {
          await create(offer)
          await navigate('/one-time-offers')
          return null
        }}
      />
    </Page>
  )
}
