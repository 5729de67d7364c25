import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { defaultAcceptButtonText, defaultDeclineButtonText } from '#buying/upsells/contract.ts'
import { offerCreate, type Offer, type OfferCreate } from '../contract.ts'

/** A one-time offer as its editor holds it. */
export type OfferValues = z.input<typeof offerCreate>

export const checkOffer = zodResolver<OfferValues, unknown, OfferCreate>(offerCreate)
export const offerFieldNames = z.keyof(offerCreate).options

export function newOfferValues(currency = 'usd'): OfferValues {
  return {
    title: '',
    description: '',
    image: '',
    amount: null,
    currency,
    files: [],
    acceptButtonText: defaultAcceptButtonText,
    declineButtonText: defaultDeclineButtonText,
    isActive: true,
    tags: [],
  }
}

export function offerValuesOf(offer: Offer): OfferValues {
  const { title, description, image, amount, currency, files } = offer
  const { acceptButtonText, declineButtonText, isActive, tags } = offer
  const product = { title, description, image, amount, currency, files }
  return { ...product, acceptButtonText, declineButtonText, isActive, tags }
}
