import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { fileAttachments, pictureAddress } from '#accounts/uploads/contract.ts'
import { defaultAcceptButtonText, defaultDeclineButtonText } from '#buying/upsells/contract.ts'
import { deletedTitle, sellerListQuery, type Contract } from '#foundation/http/contract/contract.ts'
import { admissionsTo, resourceRoutes } from '#foundation/http/contract/resource.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { answered, withoutDefaults } from '#foundation/http/input/field-shapes.ts'
import {
  currencyCode,
  line,
  requiredLine,
  requiredText,
  text,
  title,
  uuid,
} from '#foundation/http/input/fields.ts'
import { translatedTexts } from '#foundation/http/input/translated-texts.ts'
import { currencies, isCurrencyCode } from '#foundation/money/currencies.ts'
import { amountProblem, priceProblem } from '#foundation/money/price-problem.ts'
import { usedByForms } from '#selling/catalog/contract.ts'

export const givenAmount = z
  .number({ error: messages.number })
  .min(0, { error: () => t('amount must be positive value') })
  .nullable()

/** An amount in major units. Null counts as 0. */
export const amountField = givenAmount.transform((amount) => amount ?? 0).default(0)

export const defaultCurrency = currencies[0]?.code ?? 'usd'

/**
 * Adds an error for an amount that cannot be charged in its currency, unless the amount or the currency already has an
 * error.
 */
export function checkAmount(
  { amount, currency }: { readonly amount: unknown; readonly currency: unknown },
  context: z.RefinementCtx,
  field: string | (string | number)[] = 'amount',
  problemOf: typeof priceProblem = priceProblem,
): void {
  if (typeof amount !== 'number' || amount < 0) return
  if (typeof currency !== 'string' || !isCurrencyCode(currency)) return
  const message = problemOf(amount, currency)
  if (message !== null) context.addIssue({ code: 'custom', path: [field].flat(), message })
}

const ownTexts = { title: line(200), description: text(10_000) } as const

/** The fields that bumps and one-time offers share, with defaults. */
export const productFields = z.object({
  title,
  image: pictureAddress,
  description: requiredText(10_000),
  amount: amountField,
  currency: currencyCode.default(defaultCurrency),
  files: fileAttachments.default([]),
  texts: translatedTexts(ownTexts).describe('Title and description in further languages'),
})

/** A product in the data export. */
export const exportedProduct = z
  .object({ id: uuid, ...answered(productFields.shape), amount: z.number() })
  .pick({ id: true, title: true, description: true, image: true, amount: true, currency: true, texts: true })
  .extend({ createdAt: z.iso.datetime() })

export const bumpFields = productFields.extend({
  files: productFields.shape.files.unwrap().nullable().default(null),
})

/** An order bump as its seller reads it. The amount is in major units. */
export const bump = z.object({ id: uuid, ...answered(bumpFields.shape), amount: z.number() })
export type Bump = z.output<typeof bump>
const usedBump = bump.extend({ usedByForms })
export type ListedBump = z.output<typeof usedBump>

/**
 * The body of `POST /bumps`. Any amount is accepted here, because only its forms determine whether the bump is ever
 * charged alone.
 */
export const bumpCreate = bumpFields.superRefine((value, context) =>
  checkAmount(value, context, 'amount', amountProblem),
)
export type BumpCreate = z.output<typeof bumpCreate>

/** The body of `PATCH /bumps/:id`, with the fields to change. */
export const bumpUpdate = z.object(withoutDefaults(bumpFields.shape)).partial()

const bumps = resourceRoutes('/bumps', admissionsTo('beyond-basic', 'bumps'))

export const bumpsContract = {
  listBumps: bumps.list(
    "Lists the seller's order bumps, newest first, with how many forms use each; `q` searches title and description",
    sellerListQuery,
    usedBump,
  ),
  getBump: bumps.read('Reads one order bump, and how many forms use it', usedBump),
  createBump: bumps.create('Creates an order bump', bumpCreate, bump),
  updateBump: bumps.update(
    'Changes the given fields of an order bump; the currency only while no form uses it',
    bumpUpdate,
    bump,
  ),
  deleteBump: bumps.remove(
    'Deletes an order bump and removes it from its forms; past sales are not affected',
    deletedTitle,
  ),
} as const satisfies Contract

/** Sellers find their offers by tags. */
const tag = line(50).min(4, { error: () => t('A tag must have more than 3 characters') })

/** The fields of an offer, including its own. */
export const offerFields = productFields.extend({
  acceptButtonText: requiredLine(120).default(defaultAcceptButtonText),
  declineButtonText: requiredLine(120).default(defaultDeclineButtonText),
  texts: translatedTexts({ ...ownTexts, acceptButtonText: line(120), declineButtonText: line(120) }).describe(
    'Its texts in further languages',
  ),
  isActive: z.boolean().default(true),
  tags: z
    .array(tag)
    .max(30, { error: () => t('An offer can have at most 30 tags') })
    .transform((tags) => [...new Set(tags.map((one) => one.normalize('NFC')))])
    .default([]),
})

/** A one-time offer as its seller reads it. The amount is in major units. */
export const offer = z.object({ id: uuid, ...answered(offerFields.shape), amount: z.number() })
export type Offer = z.output<typeof offer>
const usedOffer = offer.extend({ usedByForms })
export type ListedOffer = z.output<typeof usedOffer>

/** The body of `POST /one-time-offers`. */
export const offerCreate = offerFields.superRefine((value, context) => checkAmount(value, context))
export type OfferCreate = z.output<typeof offerCreate>

/** The body of `PATCH /one-time-offers/:id`, with the fields to change. */
export const offerUpdate = z.object(withoutDefaults(offerFields.shape)).partial()

/** A one-time offer in the data export. */
export const exportedOffer = exportedProduct.extend(
  offer.pick({ acceptButtonText: true, declineButtonText: true, isActive: true, tags: true }).shape,
)

const offers = resourceRoutes('/one-time-offers', admissionsTo('beyond-basic', 'offers'))

export const offersContract = {
  listOffers: offers.list(
    "Lists the seller's one-time offers, newest first, with how many forms use each; `q` searches title, description and tags",
    sellerListQuery,
    usedOffer,
  ),
  getOffer: offers.read('Reads one one-time offer, and how many forms use it', usedOffer),
  createOffer: offers.create('Creates a one-time offer', offerCreate, offer),
  updateOffer: offers.update(
    'Changes the given fields of a one-time offer; the currency only while no form uses it',
    offerUpdate,
    offer,
  ),
  deleteOffer: offers.remove(
    'Deletes a one-time offer and removes it from its forms; past sales are not affected',
    deletedTitle,
  ),
} as const satisfies Contract
