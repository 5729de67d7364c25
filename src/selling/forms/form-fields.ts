import { z } from 'zod'
import { fileAttachments, pictureAddress } from '#accounts/uploads/contract.ts'
import { colorSchemes } from '#buying/checkout/page/color-scheme.ts'
import { descriptionFormats } from '#buying/checkout/description/description.ts'
import { youtubeAddress } from '#buying/checkout/description/youtube.ts'
import { fieldText } from '#foundation/http/input/field-text.ts'
import {
  currencyCode,
  hexColor,
  isWebAddress,
  line,
  number,
  optional,
  requiredText,
  text,
  title,
  uuid,
  webAddress,
} from '#foundation/http/input/fields.ts'
import { plainWebAddress } from '#foundation/typed/read-web-address.ts'
import { wholeItem } from '#selling/catalog/contract.ts'
import { defaultCurrency, bump, offer } from '#selling/products/contract.ts'
import { timer } from '#selling/timers/contract.ts'
import { furtherPrices, longestLabel, priceFields } from './price/further-price.ts'
import { quantityFields } from './price/quantity-fields.ts'

/** What may be left out or left empty; both are kept as null. */
function leftOut<Schema extends z.ZodType>(schema: Schema) {
  return optional(schema).default(null)
}

/** Related things are named by id, or by the whole of them. */
function referenceTo(part: z.ZodObject) {
  return z.union([uuid, wholeItem(part).transform(({ id }) => id)])
}

/**
 * Every field of a form, once: its rules, and what a new form has in it. What the API takes and answers, what the
 * editor holds and keeps, and what its preview shows follow from here.
 */
export const formFields = z.object({
  name: line(120).default(''),
  title,
  description: requiredText(10_000),
  /** `markdown`: its emphasis, lists and links count, and nothing else of it does. */
  descriptionFormat: z.enum(descriptionFormats, { error: fieldText }).default('plain'),
  image: leftOut(pictureAddress),
  video: leftOut(
    text(2048)
      .trim()
      // What is no address by itself, such as the code that embeds a video, is kept as one.
      .overwrite((pasted) => {
        const plain = plainWebAddress(pasted)
        return isWebAddress(plain) ? plain : (youtubeAddress(pasted) ?? pasted)
      })
      .refine((address) => youtubeAddress(address) !== null, {
        error: 'This is not a valid youtube url',
      }),
  ),
  files: fileAttachments.default([]),
  redirectUrl: leftOut(webAddress),
  successMessage: leftOut(text(10_000)),
  termsUrl: leftOut(webAddress),
  taxId: uuid.nullable().default(null),
  ...priceFields,
  currency: currencyCode.default(defaultCurrency),
  /** What buyers read of the first price where they can choose. */
  priceLabel: line(longestLabel).default(''),
  /** Tells the first price from the others; null: a new one. */
  priceId: uuid.nullable().default(null),
  /** What buyers can choose in its place. */
  prices: furtherPrices.default([]),
  ...quantityFields,
  /** Who pays a recurring price may change to another one. */
  allowsPriceChange: z.boolean({ error: fieldText }).default(false),
  /** Minutes for which a price that a timer ended can still be paid by who was shown it. */
  priceGracePeriod: number.min(0).max(60).int().default(10),
  buttonText: line(120).default(''),
  buttonTextColor: hexColor.default('#fff'),
  themeColor: hexColor.default('#7F1CCF'),
  colorScheme: z.enum(colorSchemes, { error: fieldText }).default('automatic'),
  bumps: z.array(referenceTo(bump)).max(50).default([]),
  timers: z.array(timer).max(20).default([]),
  otoSequenceList: z.array(referenceTo(bump)).max(20).default([]),
  oneTimeOffer: referenceTo(offer).nullable().default(null),
  /** What buyers read while the form is paused; null: the page's own words. */
  pauseMessage: leftOut(text(500)),
})
