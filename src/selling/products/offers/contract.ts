import { z } from 'zod'
import { defaultAcceptButtonText, defaultDeclineButtonText } from '#buying/upsells/contract.ts'
import { sellerListQuery, type Contract } from '#foundation/http/contract/contract.ts'
import { answered, withoutDefaults } from '#foundation/http/input/field-shapes.ts'
import { line, requiredLine, uuid } from '#foundation/http/input/fields.ts'
import { catalogItemRoutes, usedByForms } from '#selling/catalog/contract.ts'
import { checkAmount, exportedProduct, productFields } from '../contract.ts'

/** A tag is longer than three characters; it is the seller's own word to find offers by. */
export const tag = line(50).min(4, { error: 'A tag must have more than 3 characters' })

/** What an offer has beyond that. */
export const offerFields = productFields.extend({
  acceptButtonText: requiredLine(120).default(defaultAcceptButtonText),
  declineButtonText: requiredLine(120).default(defaultDeclineButtonText),
  isActive: z.boolean().default(true),
  tags: z
    .array(tag)
    .max(30, { error: 'An offer can have at most 30 tags' })
    .transform((tags) => [...new Set(tags.map((text) => text.normalize('NFC')))])
    .default([]),
})

/** A one-time offer as its seller reads it; the amount is in major units. */
export const offer = z.object({ id: uuid, ...answered(offerFields.shape), amount: z.number() })
export type Offer = z.output<typeof offer>

/** What `POST /one-time-offers` takes. */
export const offerCreate = offerFields.superRefine((value, context) => checkAmount(value, context))
export type OfferCreate = z.output<typeof offerCreate>

/** What `PATCH /one-time-offers/:id` takes: the fields to change. */
export const offerUpdate = z.object(withoutDefaults(offerFields.shape)).partial()
export type OfferUpdate = z.output<typeof offerUpdate>

/** In the file that its seller takes along. */
export const exportedOffer = exportedProduct.extend(
  offer.pick({ acceptButtonText: true, declineButtonText: true, isActive: true, tags: true }).shape,
)

const routes = catalogItemRoutes({
  path: '/one-time-offers',
  entity: 'offers',
  item: offer,
  stored: offer.extend({ usedByForms }),
  create: offerCreate,
  update: offerUpdate,
  query: sellerListQuery,
  summaries: {
    list: "Lists the seller's one-time offers, newest first; `q` searches title, description and tags",
    read: 'Reads one one-time offer, and how many forms use it',
    create: 'Creates a one-time offer',
    update: 'Changes the given fields of a one-time offer; the currency only while no form uses it',
    remove: 'Deletes a one-time offer; it leaves its forms, and what it sold stays',
  },
})

export const offersContract = {
  listOffers: routes.list,
  getOffer: routes.read,
  createOffer: routes.create,
  updateOffer: routes.update,
  deleteOffer: routes.remove,
} as const satisfies Contract
