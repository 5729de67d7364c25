import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import type { CatalogItem } from '#selling/catalog/ui/catalog-item.ts'
import {
  offer,
  type Offer,
  offerCreate,
  type OfferCreate,
  offerFields,
  offersContract,
  offerUpdate,
  type ListedOffer,
} from '#selling/products/contract.ts'

/** Texts about one-time offers, word for word if the specification has them. */
export const offerMessages = {
  created: () => t('oneTimeOffer created successfully'),
  updated: () => t('one Time Offer updated successfully'),
  createFailed: () => t('Something went wrong when creating oneTimeOffer'),
  updateFailed: () => t('Something went wrong when updating one Time Offer'),
  deleteFailed: () => t('Something went wrong when deleting one Time Offer'),
} as const

/** How the screens read and change one-time offers. */
export const offerItem: CatalogItem<Offer, OfferCreate, ListedOffer> = {
  key: ['one-time-offers'],
  path: '/one-time-offers',
  routes: {
    create: offersContract.createOffer,
    update: offersContract.updateOffer,
    remove: offersContract.deleteOffer,
  },
  list: async (query, signal) => call(offersContract.listOffers, { query, signal }),
  listChoices: async (page, signal) => call(offersContract.listOffers, { query: { limit: 0, page }, signal }),
  read: async (id, signal) => call(offersContract.getOffer, { params: { id }, ...(signal && { signal }) }),
  create: async (body) => call(offersContract.createOffer, { body }),
  update: async (id, changed) =>
    call(offersContract.updateOffer, { params: { id }, body: offerUpdate.parse(changed) }),
  remove: async (id) => call(offersContract.deleteOffer, { params: { id } }),
  messages: offerMessages,
}

export type OfferValues = z.input<typeof offerCreate>

/** The validation in the one-time offer editors. */
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
