import { z } from 'zod'
import { fileAttachment, pictureAddress } from '#accounts/uploads/contract.ts'
import { youtubeVideoId } from '#buying/checkout/youtube.ts'
import { embedHosts } from '#buying/embedding/embed-hosts.ts'
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
import { amountField, defaultCurrency } from '#selling/products/contract.ts'
import { timer } from '#selling/timers/contract.ts'

export const priceTypes = ['OneTimePrice', 'RecurringPrice'] as const
export const billingPeriods = ['Daily', 'Weekly', 'Monthly', 'Yearly'] as const

/** Text that may be left out or left empty; both are kept as null. */
function optional<Schema extends z.ZodType>(schema: Schema) {
  return z
    .union([z.literal('').transform(() => null), schema])
    .nullable()
    .default(null)
}

/** Related things are named by id; an object with an id is taken too, as the lists of a read form carry them. */
const reference = z.union([uuid, z.object({ id: uuid }).transform(({ id }) => id)])

const wholeNumber = z.number({ error: messages.number }).int({ error: messages.wholeNumber })

/**
 * Every field of a form, once: its rules, and what a new form has in it. What the API takes and answers, what the
 * editor holds and keeps, and what its preview shows follow from here.
 */
export const formFields = z.object({
  name: text(120).trim().default(''),
  title,
  description: requiredText(10_000),
  image: optional(pictureAddress),
  video: optional(
    text(2048)
      .trim()
      .refine((address) => youtubeVideoId(address) !== null, {
        error: 'This is not a valid youtube url',
      }),
  ),
  files: z.array(fileAttachment).max(20).default([]),
  redirectUrl: optional(webAddress),
  successMessage: optional(text(10_000)),
  termsUrl: optional(webAddress),
  taxId: uuid.nullable().default(null),
  /** In major units, as everywhere on the wire. */
  amount: amountField,
  currency: currencyCode.default(defaultCurrency),
  priceType: z.enum(priceTypes, { error: messages.required }).default('OneTimePrice'),
  billingInterval: wholeNumber
    .min(1, { error: messages.atLeast(1) })
    .max(1095)
    .default(1),
  billingPeriod: z.enum(billingPeriods, { error: messages.required }).default('Daily'),
  cancelAfter: wholeNumber
    .min(0, { error: messages.atLeast(0) })
    .max(10_000)
    .default(0),
  /** Minutes for which a price that a timer ended can still be paid by who was shown it. */
  priceGracePeriod: wholeNumber
    .min(0, { error: messages.atLeast(0) })
    .max(60, { error: messages.atMost(60) })
    .default(10),
  buttonText: text(120).trim().default(''),
  buttonTextColor: hexColor.default('#fff'),
  themeColor: hexColor.default('#7F1CCF'),
  bumps: z.array(reference).max(50).default([]),
  timers: z.array(timer).max(20).default([]),
  otoSequenceList: z.array(reference).max(20).default([]),
  oneTimeOffer: reference.nullable().default(null),
  embedHosts: embedHosts.default([]),
})
