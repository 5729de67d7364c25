import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { fileAttachments, pictureAddress } from '#accounts/uploads/contract.ts'
import { colorSchemes } from '#buying/checkout/page/color-scheme.ts'
import { descriptionFormats } from '#buying/checkout/description/description.ts'
import { youtubeAddress } from '#buying/checkout/description/youtube.ts'
import type { PictureFit } from '#foundation/db/tables/products.ts'
import type { TaxMode } from '#foundation/db/tables/taxes.ts'
import type { AsksFor } from '#foundation/db/tables/form-content.ts'
import { fieldText } from '#foundation/http/input/field-text.ts'
import {
  currencyCode,
  hexColor,
  line,
  number,
  optional,
  requiredText,
  text,
  title,
  uuid,
  webAddress,
} from '#foundation/http/input/fields.ts'
import { translatedTexts } from '#foundation/http/input/translated-texts.ts'
import { languages } from '#foundation/language/languages.ts'
import { longestNotice, usualNotice } from '#payments/subscriptions/notices/notice-days.ts'
import { wholeItem } from '#selling/catalog/contract.ts'
import { defaultCurrency, bump, offer } from '#selling/products/contract.ts'
import { timer } from '#selling/timers/contract.ts'
import { blockList } from './blocks/form-block.ts'
import { fieldList } from './fields/form-field.ts'
import { bumpRules, mostFormBumps } from './price/bump-rules.ts'
import { furtherPrices, longestLabel, priceFields, translatedPrice } from './price/further-price.ts'
import { quantityFields } from './price/quantity-fields.ts'
import { plainVideo } from './plain-video.ts'

/** An optional value. Missing and empty ones are both stored as null. */
function leftOut<Schema extends z.ZodType>(schema: Schema) {
  return optional(schema).default(null)
}

/** A reference by id, or by the whole object. */
function referenceTo(part: z.ZodObject) {
  return z.union([uuid, wholeItem(part).transform(({ id }) => id)])
}

/** In characters: a line or two next to the button. */
const longestGuarantee = 120

export const pictureFits = ['wide', 'square', 'upright', 'whole'] as const satisfies readonly PictureFit[]

export const taxModes = [
  'one_rate',
  'by_country',
  'provider',
  'provider_included',
] as const satisfies readonly TaxMode[]

export const askedForms = ['nothing', 'country', 'address'] as const satisfies readonly AsksFor[]

export const mostFurtherPictures = 4

const percent = number.min(0).max(100).int()

/**
 * The position of the visible part of a cropped picture, in percent from the left and the top. By default, the middle.
 */
const focus = z.object({ x: percent, y: percent }).default({ x: 50, y: 50 })

const language = z.enum(languages, { error: fieldText })

/** Every field of a form, with its rules and default. The API, the editor, its drafts and its preview all use this. */
export const formFields = z.object({
  name: line(120).default(''),
  title,
  description: requiredText(10_000),
  /** With `markdown`, only emphasis, lists and links have an effect. */
  descriptionFormat: z.enum(descriptionFormats, { error: fieldText }).default('plain'),
  image: leftOut(pictureAddress),
  /** The frame of all pictures on the page. */
  imageFit: z.enum(pictureFits, { error: fieldText }).default('wide'),
  imageFocus: focus,
  /** The pictures after `image`. */
  pictures: z
    .array(z.object({ image: pictureAddress, focus }))
    .max(mostFurtherPictures)
    .default([]),
  video: leftOut(
    text(2048)
      .trim()
      .overwrite(plainVideo)
      .refine((address) => youtubeAddress(address) !== null, {
        error: () => t('This is not a valid youtube url'),
      }),
  ),
  files: fileAttachments.default([]),
  redirectUrl: leftOut(webAddress),
  successMessage: leftOut(text(10_000)),
  termsUrl: leftOut(webAddress),
  /** A promise shown near the button, such as a no-questions-asked refund. */
  guarantee: leftOut(line(longestGuarantee)),
  taxId: uuid.nullable().default(null),
  /**
   * With `by_country`, the tax of the buyer's country is charged, or `taxId` in countries without one. The page asks
   * for the country. With `provider` and `provider_included`, Stripe Tax calculates the tax, which is added to the prices
   * or included in them.
   */
  taxMode: z.enum(taxModes, { error: fieldText }).default('one_rate'),
  ...priceFields,
  currency: currencyCode.default(defaultCurrency),
  /** The first price's name, shown if buyers can choose. */
  priceLabel: line(longestLabel).default(''),
  /** The id of the first price, or null for a new one. */
  priceId: uuid.nullable().default(null),
  /** The other prices that buyers can choose. */
  prices: furtherPrices.default([]),
  ...quantityFields,
  /** Whether subscribers can switch to another price. */
  allowsPriceChange: z.boolean({ error: fieldText }).default(false),
  /** Whether subscribers can pause or skip payments. */
  allowsPause: z.boolean({ error: fieldText }).default(true),
  /** How many days before each payment the buyer is reminded, if the cycle is half a year or longer. */
  renewalNoticeDays: number.min(7).max(longestNotice).int().default(usualNotice),
  /** Whether buyers are also reminded three days before payments in shorter cycles. */
  noticesShortRenewals: z.boolean({ error: fieldText }).default(false),
  /** For how many minutes buyers can still pay the price they saw before a timer raised it. */
  priceGracePeriod: number.min(0).max(60).int().default(10),
  buttonText: line(120).default(''),
  buttonTextColor: hexColor.default('#fff'),
  themeColor: hexColor.default('#7F1CCF'),
  colorScheme: z.enum(colorSchemes, { error: fieldText }).default('automatic'),
  /** The languages of the form's page, the default first, or null for all. */
  languages: z
    .array(language)
    .min(1, { error: () => t('Choose at least one language') })
    .refine((codes) => new Set(codes).size === codes.length, { error: () => t('Name each language once') })
    .nullable()
    .default(null),
  /** The language of the seller's own texts. */
  contentLanguage: language.default('en'),
  texts: translatedTexts({
    title: line(200),
    description: text(10_000),
    buttonText: line(120),
    guarantee: line(longestGuarantee),
    successMessage: text(10_000),
    quantityLabel: line(60),
    pauseMessage: text(500),
  }).describe('The texts in further languages; empty ones are shown in `contentLanguage`'),
  priceTexts: translatedPrice.describe('The first price’s texts in further languages'),
  bumps: z.array(referenceTo(bump)).max(mostFormBumps).default([]),
  bumpRules: bumpRules.default([]),
  timers: z.array(timer).max(20).default([]),
  otoSequenceList: z.array(referenceTo(bump)).max(20).default([]),
  oneTimeOffer: referenceTo(offer).nullable().default(null),
  /** What the page asks for the invoice, besides email and name. */
  fields: fieldList.default([]),
  /** What the page says next to the price, from top to bottom. */
  blocks: blockList.default([]),
  /** `address` includes the country. Both are on the invoice. */
  asksFor: z.enum(askedForms, { error: fieldText }).default('nothing'),
  /** Whether the page lets buyers enter a company and its tax number. */
  sellsToBusinesses: z.boolean({ error: fieldText }).default(false),
  /** The message while the form is paused, or null for the default. */
  pauseMessage: leftOut(text(500)),
})
