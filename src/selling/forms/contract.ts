import { z } from 'zod'
import { fileAttachment, pictureAddress } from '#accounts/uploads/contract.ts'
import { youtubeVideoId } from '#buying/checkout/youtube.ts'
import { embedHosts } from '#buying/embedding/embed-hosts.ts'
import { deletedTitle, idParams, pageOf, sellerListQuery, type Contract } from '#foundation/http/contract.ts'
import {
  currencyCode,
  hexColor,
  requiredText,
  text,
  title,
  uuid,
  webAddress,
} from '#foundation/http/fields.ts'
import { messages } from '#foundation/http/messages.ts'
import {
  amountField,
  bump,
  checkAmount,
  defaultCurrency,
  givenAmount,
} from '#selling/products/bumps/contract.ts'
import { offer } from '#selling/products/offers/contract.ts'
import { tax } from '#selling/taxes/contract.ts'
import { timer } from '#selling/timers/contract.ts'
import { readNamedPrice } from './named-price.ts'

export const priceTypes = ['OneTimePrice', 'RecurringPrice'] as const
export const priceTypeLabels = { OneTimePrice: 'One Time', RecurringPrice: 'Recurring' } as const
export const billingPeriods = ['Daily', 'Weekly', 'Monthly', 'Yearly'] as const

export const defaultThemeColor = '#7F1CCF'
export const defaultButtonTextColor = '#fff'
export const defaultPriceGracePeriod = 10

/** Text that may be left out or left empty; both are kept as null. */
function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.union([z.literal('').transform(() => null), schema]).nullable()
}

/** Related things are named by id; an object with an id is taken too, as the lists of a read form carry them. */
const reference = z.union([uuid, z.object({ id: uuid }).transform(({ id }) => id)])

const video = optional(
  text(2048)
    .trim()
    .refine((address) => youtubeVideoId(address) !== null, {
      error: 'This is not a valid youtube url',
    }),
)

const wholeNumber = z.number({ error: messages.number }).int({ error: messages.wholeNumber })

const fields = z.object({
  name: text(120).trim(),
  title,
  description: requiredText(10_000),
  image: optional(pictureAddress),
  video,
  files: z.array(fileAttachment).max(20),
  redirectUrl: optional(webAddress),
  successMessage: optional(text(10_000)),
  termsUrl: optional(webAddress),
  taxId: uuid.nullable(),
  amount: amountField,
  currency: currencyCode,
  priceType: z.enum(priceTypes, { error: messages.required }),
  billingInterval: wholeNumber.min(1, { error: messages.atLeast(1) }).max(1095),
  billingPeriod: z.enum(billingPeriods, { error: messages.required }),
  cancelAfter: wholeNumber.min(0, { error: messages.atLeast(0) }).max(10_000),
  /** Minutes for which a price that a timer ended can still be paid by who was shown it. */
  priceGracePeriod: wholeNumber
    .min(0, { error: messages.atLeast(0) })
    .max(60, { error: messages.atMost(60) }),
  buttonText: text(120).trim(),
  buttonTextColor: hexColor,
  themeColor: hexColor,
  bumps: z.array(reference).max(50),
  timers: z.array(timer).max(20),
  otoSequenceList: z.array(reference).max(20),
  oneTimeOffer: reference.nullable(),
  embedHosts,
})

const newFields = fields.extend({
  name: fields.shape.name.default(''),
  image: fields.shape.image.default(null),
  video: fields.shape.video.default(null),
  files: fields.shape.files.default([]),
  redirectUrl: fields.shape.redirectUrl.default(null),
  successMessage: fields.shape.successMessage.default(null),
  termsUrl: fields.shape.termsUrl.default(null),
  taxId: fields.shape.taxId.default(null),
  currency: fields.shape.currency.default(defaultCurrency),
  priceType: fields.shape.priceType.default('OneTimePrice'),
  billingInterval: fields.shape.billingInterval.default(1),
  billingPeriod: fields.shape.billingPeriod.default('Daily'),
  cancelAfter: fields.shape.cancelAfter.default(0),
  priceGracePeriod: fields.shape.priceGracePeriod.default(defaultPriceGracePeriod),
  buttonText: fields.shape.buttonText.default(''),
  buttonTextColor: fields.shape.buttonTextColor.default(defaultButtonTextColor),
  themeColor: fields.shape.themeColor.default(defaultThemeColor),
  bumps: fields.shape.bumps.default([]),
  timers: fields.shape.timers.default([]),
  otoSequenceList: fields.shape.otoSequenceList.default([]),
  oneTimeOffer: fields.shape.oneTimeOffer.default(null),
  embedHosts: fields.shape.embedHosts.default([]),
})

/** Says what a form lacks beside what is wrong with its fields, so that all of it is known at once. */
const alsoWhenFieldsAreWrong: z.core.$ZodSuperRefineParams = {
  when: ({ value }) => typeof value === 'object' && value !== null,
}

function checkPicture(
  form: Pick<z.output<typeof newFields>, 'image' | 'video'>,
  context: z.RefinementCtx,
): void {
  if (form.image !== null || form.video !== null) return
  context.addIssue({ code: 'custom', path: ['image'], message: 'select an image or enter a video url' })
}

/** A new form, as its editor makes it: every field, with its default. */
export const formCreate = newFields
  .superRefine(checkPicture, alsoWhenFieldsAreWrong)
  .superRefine((value, context) => checkAmount(value, context), alsoWhenFieldsAreWrong)
export type FormCreate = z.output<typeof formCreate>

/** The price and the tax under the names that a read form has for them. */
const named = {
  oneTimePrice: givenAmount.optional(),
  recurringPrice: givenAmount.optional(),
  tax: z
    .object({ id: uuid }, { error: 'This field must be an object with an id, or null' })
    .nullable()
    .optional(),
}

/** What `POST /forms` takes. */
export const formCreateBody = newFields
  .extend({ ...named, amount: givenAmount.optional(), taxId: fields.shape.taxId.optional() })
  .superRefine(checkPicture, alsoWhenFieldsAreWrong)
  .superRefine((given, context) => {
    const { price, names, errors } = readNamedPrice(given, given.priceType)
    checkAmount({ amount: price.amount, currency: given.currency }, context, names.amount)
    for (const [field, message] of Object.entries(errors)) {
      context.addIssue({ code: 'custom', path: [field], message })
    }
  }, alsoWhenFieldsAreWrong)

/** What `PATCH /forms/:id` takes: `isDetailUpdate` says that only the timers page is saved, so only timers change. */
export const formUpdate = fields
  .extend({ amount: givenAmount })
  .partial()
  .extend({ ...named, isDetailUpdate: z.boolean() })
export type FormUpdate = z.output<typeof formUpdate>

/** A form as its seller reads it; amounts are in major units. */
export const form = z.object({
  id: uuid,
  name: z.string(),
  title: z.string(),
  description: z.string(),
  image: z.string().nullable(),
  video: z.string().nullable(),
  files: z.array(fileAttachment),
  redirectUrl: z.string().nullable(),
  successMessage: z.string().nullable(),
  termsUrl: z.string().nullable(),
  taxId: z.string().nullable(),
  tax: tax.nullable(),
  amount: z.number(),
  currency: z.string(),
  priceType: z.enum(priceTypes),
  oneTimePrice: z.number().nullable(),
  recurringPrice: z.number().nullable(),
  billingInterval: z.number(),
  billingPeriod: z.enum(billingPeriods),
  cancelAfter: z.number(),
  priceGracePeriod: z.number(),
  buttonText: z.string(),
  buttonTextColor: z.string(),
  themeColor: z.string(),
  bumps: z.array(bump),
  timers: z.array(
    z.object({
      title: z.string(),
      timestamp: z.number(),
      timezone: z.string().nullable(),
      amount: z.number().nullable(),
      redirectUrl: z.string().nullable(),
    }),
  ),
  otoSequenceList: z.array(bump),
  oneTimeOffer: offer.omit({ tags: true }).nullable(),
  embedHosts: z.array(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Form = z.output<typeof form>

/** A form as the list shows it on its card. */
export const formCard = form
  .pick({
    id: true,
    name: true,
    title: true,
    description: true,
    image: true,
    video: true,
    amount: true,
    currency: true,
    priceType: true,
    billingInterval: true,
    billingPeriod: true,
    createdAt: true,
  })
  .extend({
    /** Stolen cards are being tried out on it, so that payments need a proof of work. */
    isUnderAttack: z.boolean(),
  })
export type FormCard = z.output<typeof formCard>

export const formsContract = {
  listForms: {
    method: 'GET',
    path: '/forms',
    summary: "Lists the seller's forms, newest first; `q` searches title and name",
    access: 'onboarded',
    right: { entity: 'forms', verb: 'read' },
    query: sellerListQuery,
    ok: { status: 200, schema: pageOf(formCard) },
  },
  getForm: {
    method: 'GET',
    path: '/forms/:id',
    summary: 'Reads one form with everything that belongs to it',
    access: 'onboarded',
    right: { entity: 'forms', verb: 'read' },
    params: idParams,
    ok: { status: 200, schema: form },
  },
  createForm: {
    method: 'POST',
    path: '/forms',
    summary: 'Creates a form',
    access: 'onboarded',
    right: { entity: 'forms', verb: 'write' },
    body: formCreateBody,
    ok: { status: 201, schema: form },
  },
  updateForm: {
    method: 'PATCH',
    path: '/forms/:id',
    summary: 'Changes the given fields of a form',
    access: 'onboarded',
    right: { entity: 'forms', verb: 'update', demandedBy: 'handler' },
    params: idParams,
    body: formUpdate,
    ok: { status: 200, schema: form },
  },
  deleteForm: {
    method: 'DELETE',
    path: '/forms/:id',
    summary: 'Deletes a form; what it sold stays',
    access: 'onboarded',
    right: { entity: 'forms', verb: 'delete' },
    params: idParams,
    ok: { status: 200, schema: deletedTitle },
  },
} as const satisfies Contract
