import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { offer, offerCreate, offerFields, type Offer, type OfferCreate } from '../contract.ts'

/** A one-time offer as its editor holds it. */
export type OfferValues = z.input<typeof offerCreate>

/** How its editors check it. */
export const offerForm = {
  resolver: zodResolver<OfferValues, unknown, OfferCreate>(offerCreate),
  names: z.keyof(offerCreate).options,
}

const defaults = offerFields.omit({ title: true, description: true, image: true }).parse({})

export function newOfferValues(currency = defaults.currency): OfferValues {
  return { ...defaults, title: '', description: '', image: '', amount: null, currency }
}

export function offerValuesOf(stored: Offer): OfferValues {
  const { id: _, ...values } = offer.parse(stored)
  return values
}
