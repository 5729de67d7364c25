import { z } from 'zod'
import { defaultAcceptButtonText, defaultDeclineButtonText } from '#buying/upsells/contract.ts'
import { deletedTitle, idParams, pageOf, sellerListQuery, type Contract } from '#foundation/http/contract.ts'
import { answered, withoutDefaults } from '#foundation/http/field-shapes.ts'
import { requiredText, text, uuid } from '#foundation/http/fields.ts'
import { checkAmount, productFields, usedByForms } from '../bumps/contract.ts'

/** A tag is longer than three characters; it is the seller's own word to find offers by. */
export const tag = text(50).trim().min(4, { error: 'A tag must have more than 3 characters' })

const fields = productFields.extend({
  acceptButtonText: requiredText(120).default(defaultAcceptButtonText),
  declineButtonText: requiredText(120).default(defaultDeclineButtonText),
  isActive: z.boolean().default(true),
  tags: z
    .array(tag)
    .max(30, { error: 'An offer can have at most 30 tags' })
    .transform((tags) => [...new Set(tags)])
    .default([]),
})

/** A one-time offer as its seller reads it; the amount is in major units. */
export const offer = z.object({ id: uuid, ...answered(fields.shape), amount: z.number() })
export type Offer = z.output<typeof offer>

/** What `POST /one-time-offers` takes. */
export const offerCreate = fields.superRefine((value, context) => checkAmount(value, context))
export type OfferCreate = z.output<typeof offerCreate>

/** What `PATCH /one-time-offers/:id` takes: the fields to change. */
export const offerUpdate = z.object(withoutDefaults(fields.shape)).partial()
export type OfferUpdate = z.output<typeof offerUpdate>

const storedOffer = offer.extend({ usedByForms })

export const offersContract = {
  listOffers: {
    method: 'GET',
    path: '/one-time-offers',
    summary: "Lists the seller's one-time offers, newest first; `q` searches title, description and tags",
    access: 'beyond-basic',
    right: { entity: 'offers', verb: 'read' },
    query: sellerListQuery,
    ok: { status: 200, schema: pageOf(offer) },
  },
  getOffer: {
    method: 'GET',
    path: '/one-time-offers/:id',
    summary: 'Reads one one-time offer, and how many forms use it',
    access: 'beyond-basic',
    right: { entity: 'offers', verb: 'read' },
    params: idParams,
    ok: { status: 200, schema: storedOffer },
  },
  createOffer: {
    method: 'POST',
    path: '/one-time-offers',
    summary: 'Creates a one-time offer',
    access: 'beyond-basic',
    right: { entity: 'offers', verb: 'write' },
    body: offerCreate,
    ok: { status: 201, schema: offer },
  },
  updateOffer: {
    method: 'PATCH',
    path: '/one-time-offers/:id',
    summary: 'Changes the given fields of a one-time offer; the currency only while no form uses it',
    access: 'beyond-basic',
    right: { entity: 'offers', verb: 'update' },
    params: idParams,
    body: offerUpdate,
    ok: { status: 200, schema: offer },
  },
  deleteOffer: {
    method: 'DELETE',
    path: '/one-time-offers/:id',
    summary: 'Deletes a one-time offer; it leaves its forms, and what it sold stays',
    access: 'beyond-basic',
    right: { entity: 'offers', verb: 'delete' },
    params: idParams,
    ok: { status: 200, schema: deletedTitle },
  },
} as const satisfies Contract
