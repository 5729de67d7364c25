import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { Loaded } from '#web/kit/loaded.tsx'
import { Page } from '#web/kit/page.tsx'
import { offersContract, type Offer, type OfferCreate } from '../contract.ts'
import { offerMessages } from '../messages.ts'
import { OfferEditor } from './offer-editor.tsx'
import { offerValuesOf, type OfferValues } from './offer-values.ts'
import { offerQuery, offersKey } from './queries.ts'

export function EditOfferPage() {
  const { id = '' } = useParams()
  const query = useQuery(offerQuery(id))
  return (
    <Loaded title="Edit one-time offer" query={query}>
      {(offer) => <EditOffer key={offer.id} offer={offer} />}
    </Loaded>
  )
}

function EditOffer({ offer }: { readonly offer: Offer }) {
  const queryClient = useQueryClient()
  const isReadOnly = !useMayCall()(offersContract.updateOffer)
  const [initial] = useState(() => offerValuesOf(offer))

  async function save(edited: OfferCreate): Promise<OfferValues> {
    const saved = await call(offersContract.updateOffer, { params: { id: offer.id }, body: edited })
    toast.success(offerMessages.updated)
    await queryClient.invalidateQueries({ queryKey: offersKey })
    await queryClient.invalidateQueries({ queryKey: ['forms'], refetchType: 'none' })
    return offerValuesOf(saved)
  }

  return (
    <Page title={isReadOnly ? 'One-time offer' : 'Edit one-time offer'} lead={offer.title}>
      <OfferEditor
        isReadOnly={isReadOnly}
        initial={initial}
        submitLabel="Save changes"
        failure={offerMessages.updateFailed}
        keepsStoredFiles
        onSave={save}
      />
    </Page>
  )
}
