import { z } from 'zod'
import { fileAttachment } from '#accounts/uploads/contract.ts'
import { defaultAcceptButtonText, defaultDeclineButtonText } from '#buying/upsells/contract.ts'
import { deletedTitle, idParams, pageOf, sellerListQuery, type Contract } from '#foundation/http/contract.ts'
import { requiredText, text } from '#foundation/http/fields.ts'
import {
  amountField,
  bump,
  checkAmount,
  defaultCurrency,
  productFields,
  usedByForms,
} from '../bumps/contract.ts'

/** A one-time offer as its seller reads it; the amount is in major units. */
export const offer = bump.extend({
  files: z.array(fileAttachment),
  acceptButtonText: z.string(),
  declineButtonText: z.string(),
  isActive: z.boolean(),
  tags: z.array(z.string()),
})
export type Offer = z.output<typeof offer>

/** A tag is longer than three characters; it is the seller's own word to find offers by. */
export const tag = text(50).trim().min(4, { error: 'A tag must have more than 3 characters' })

const fields = productFields.extend({
  acceptButtonText: requiredText(120),
  declineButtonText: requiredText(120),
  isActive: z.boolean(),
  tags: z
    .array(tag)
    .max(30, { error: 'An offer can have at most 30 tags' })
    .transform((tags) => [...new Set(tags)]),
})

/** What `POST /one-time-offers` takes. */
export const offerCreate = fields
  .extend({
    amount: amountField,
    currency: fields.shape.currency.default(defaultCurrency),
    files: fields.shape.files.default([]),
    acceptButtonText: fields.shape.acceptButtonText.default(defaultAcceptButtonText),
    declineButtonText: fields.shape.declineButtonText.default(defaultDeclineButtonText),
    isActive: fields.shape.isActive.default(true),
    tags: fields.shape.tags.default([]),
  })
  .superRefine((value, context) => checkAmount(value, context))
export type OfferCreate = z.output<typeof offerCreate>

/** What `PATCH /one-time-offers/:id` takes: the fields to change. */
export const offerUpdate = fields.partial()
export type OfferUpdate = z.output<typeof offerUpdate>

const storedOffer = offer.extend({ usedByForms })

export const offersContract = {
  listOffers: {
    method: 'GET',
    path: '/one-time-offers',
    summary: "Lists the seller's one-time offers, newest first; `q` searches title, description and tags",
    access: 'beyond-basic',
    query: sellerListQuery,
    ok: { status: 200, schema: pageOf(offer) },
  },
  getOffer: {
    method: 'GET',
    path: '/one-time-offers/:id',
    summary: 'Reads one one-time offer, and how many forms use it',
    access: 'beyond-basic',
    params: idParams,
    ok: { status: 200, schema: storedOffer },
  },
  createOffer: {
    method: 'POST',
    path: '/one-time-offers',
    summary: 'Creates a one-time offer',
    access: 'beyond-basic',
    body: offerCreate,
    ok: { status: 201, schema: offer },
  },
  updateOffer: {
    method: 'PATCH',
    path: '/one-time-offers/:id',
    summary: 'Changes the given fields of a one-time offer; the currency only while no form uses it',
    access: 'beyond-basic',
    params: idParams,
    body: offerUpdate,
    ok: { status: 200, schema: offer },
  },
  deleteOffer: {
    method: 'DELETE',
    path: '/one-time-offers/:id',
    summary: 'Deletes a one-time offer; it leaves its forms, and what it sold stays',
    access: 'beyond-basic',
    params: idParams,
    ok: { status: 200, schema: deletedTitle },
  },
} as const satisfies Contract
