import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { offersContract, type Offer, type OfferCreate } from '../contract.ts'
import { offerMessages } from '../messages.ts'
import { offersKey } from './queries.ts'

/** Creates a one-time offer, for the page and for the dialog. */
export function useCreateOffer(): (offer: OfferCreate) => Promise<Offer> {
  const queryClient = useQueryClient()
  return useCallback(
    async (offer) => {
      const created = await call(offersContract.createOffer, { body: offer })
      toast.success(offerMessages.created)
      await queryClient.invalidateQueries({ queryKey: offersKey })
      return created
    },
    [queryClient],
  )
}
