import type { Language } from '../../language/languages.ts'
import type { Translations } from '../../language/translations.ts'
import type { CreatedAt, Defaulted, DefaultedJson, Json, View } from '../driver/column-types.ts'
import type { AsksFor, FormBlock, FormField } from './form-content.ts'
import type { TaxMode } from './taxes.ts'

/** A file for buyers, as uploaded. `size` is in bytes. */
export type FileAttachment = {
  readonly name: string
  readonly url: string
  readonly size: number
  readonly type: string
}

export type BumpsTable = {
  id: string
  sellerId: string
  title: string
  image: string
  description: string
  /** The amount in minor units of `currency`, like every amount in the database. */
  amount: number
  currency: string
  files: Json<FileAttachment[] | null> | null
  /** In further languages. */
  texts: DefaultedJson<Translations>
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
  deletedAt: Date | null
}

export type BumpsView = View<
  BumpsTable,
  | 'id'
  | 'sellerId'
  | 'title'
  | 'image'
  | 'description'
  | 'amount'
  | 'currency'
  | 'files'
  | 'createdAt'
  | 'deletedAt'
  | 'texts'
>

export type OffersTable = Omit<BumpsTable, 'files'> & {
  files: DefaultedJson<FileAttachment[]>
  acceptButtonText: string
  declineButtonText: string
  isActive: Defaulted<boolean>
  tags: DefaultedJson<string[]>
}

export type OffersView = View<
  OffersTable,
  | 'id'
  | 'sellerId'
  | 'title'
  | 'image'
  | 'description'
  | 'amount'
  | 'currency'
  | 'createdAt'
  | 'deletedAt'
  | 'files'
  | 'acceptButtonText'
  | 'declineButtonText'
  | 'isActive'
  | 'texts'
>

export type PriceType = 'OneTimePrice' | 'RecurringPrice'

export type BillingPeriod = 'Daily' | 'Weekly' | 'Monthly' | 'Yearly'

/** The color scheme of a page. `automatic` follows the device on its own page and is light in a frame. */
export type ColorScheme = 'automatic' | 'light' | 'dark' | 'device'

/** The frame of a form's pictures: three frames that crop, and one that shows them whole. */
export type PictureFit = 'wide' | 'square' | 'upright' | 'whole'

/** Which part of a picture a cropping frame shows, as a percentage of the hidden part: 0 is the left or upper end. */
export type PictureFocus = { readonly x: number; readonly y: number }

export type FurtherPicture = { readonly image: string; readonly focus: PictureFocus }

export type DescriptionFormat = 'plain' | 'markdown'

/**
 * The terms of a price besides its amount and cycle. For a recurring price, its start and its early payoff
 * discount.
 */
type PriceTerms = {
  /** Whether buyers pay what they want, with `amount` as the minimum. Ignored for recurring prices. */
  isOpen: Defaulted<boolean>
  suggestedAmount: number | null
  presetAmounts: Defaulted<number[]>
  trialDays: Defaulted<number>
  trialAmount: Defaulted<number>
  setupAmount: Defaulted<number>
  setupLabel: Defaulted<string>
  /** Percent. */
  payoffDiscount: Defaulted<number>
}

export type FormsTable = PriceTerms & {
  id: string
  sellerId: string
  name: string
  title: string
  description: string
  descriptionFormat: Defaulted<DescriptionFormat>
  image: string | null
  imageFit: Defaulted<PictureFit>
  imageFocus: DefaultedJson<PictureFocus>
  /** Shown after `image`. */
  pictures: DefaultedJson<FurtherPicture[]>
  video: string | null
  files: DefaultedJson<FileAttachment[]>
  redirectUrl: string | null
  successMessage: string | null
  termsUrl: string | null
  /** A promise to buyers, shown near the pay button. */
  guarantee: string | null
  taxId: string | null
  /** How the form is taxed. If by country, `taxId` is the tax in all other countries. */
  taxMode: Defaulted<TaxMode>
  amount: number
  currency: string
  priceType: PriceType
  billingInterval: number
  billingPeriod: BillingPeriod
  cancelAfter: number
  /** The id of the first price, or null if it is the form's original price, which has the form's own id. */
  priceId: string | null
  /** Unused. An earlier release wrote it, before shops had one list of hosts. */
  embedHosts: Defaulted<string[]>
  /** The label of the first price when there is a choice. Empty if it is the only one. */
  priceLabel: Defaulted<string>
  /** The label of the quantity field, or empty for the page's default. */
  quantityLabel: Defaulted<string>
  /** The quantity limits; 1 and 1: no quantity field. */
  quantityMin: Defaulted<number>
  quantityMax: Defaulted<number>
  /** Whether subscribers can change to another price of the form. */
  allowsPriceChange: Defaulted<boolean>
  /** Whether subscribers can pause or skip payments. */
  allowsPause: Defaulted<boolean>
  /** How many days before a payment its buyer is reminded, if the cycle is half a year or longer. */
  renewalNoticeDays: Defaulted<number>
  /** Whether buyers are also reminded of payments with shorter cycles. */
  noticesShortRenewals: Defaulted<boolean>
  buttonText: string
  buttonTextColor: string
  themeColor: string
  colorScheme: Defaulted<ColorScheme>
  oneTimeOfferId: string | null
  /** For how many minutes a buyer can still pay a price that they saw, after it has ended. */
  priceGracePeriod: Defaulted<number>
  /** When the seller last changed the form's prices, or null if never. */
  priceChangedAt: Date | null
  /** Whether sales are paused until the seller resumes them. */
  isPaused: Defaulted<boolean>
  /** The text that buyers see while sales are paused, in the seller's words. */
  pauseMessage: string | null
  /** The languages of the form's page, with the default first, or null for all supported languages. */
  languages: Language[] | null
  /** The language of the seller's own texts. */
  contentLanguage: Defaulted<Language>
  /** The version of the form that buyers see now, or null if it was last saved before there were versions. */
  version: number | null
  /** The form's texts, including those of its first price, in other languages. */
  texts: DefaultedJson<Translations>
  priceTexts: DefaultedJson<Translations>
  /** What the form's page asks for besides email and name. */
  fields: DefaultedJson<FormField[]>
  /** What the form's page says next to the price, from top to bottom. */
  blocks: DefaultedJson<FormBlock[]>
  asksFor: Defaulted<AsksFor>
  /** Whether the form's page asks businesses for their company and tax number. */
  sellsToBusinesses: Defaulted<boolean>
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
  deletedAt: Date | null
}

export type FormsView = View<
  FormsTable,
  | 'isOpen'
  | 'suggestedAmount'
  | 'presetAmounts'
  | 'trialDays'
  | 'trialAmount'
  | 'setupAmount'
  | 'setupLabel'
  | 'payoffDiscount'
  | 'id'
  | 'sellerId'
  | 'title'
  | 'description'
  | 'descriptionFormat'
  | 'image'
  | 'video'
  | 'files'
  | 'redirectUrl'
  | 'successMessage'
  | 'termsUrl'
  | 'guarantee'
  | 'taxId'
  | 'amount'
  | 'currency'
  | 'priceType'
  | 'billingInterval'
  | 'billingPeriod'
  | 'cancelAfter'
  | 'priceId'
  | 'priceLabel'
  | 'quantityLabel'
  | 'quantityMin'
  | 'quantityMax'
  | 'allowsPriceChange'
  | 'allowsPause'
  | 'renewalNoticeDays'
  | 'noticesShortRenewals'
  | 'buttonText'
  | 'buttonTextColor'
  | 'themeColor'
  | 'colorScheme'
  | 'oneTimeOfferId'
  | 'priceGracePeriod'
  | 'priceChangedAt'
  | 'isPaused'
  | 'pauseMessage'
  | 'languages'
  | 'contentLanguage'
  | 'version'
  | 'createdAt'
  | 'deletedAt'
  | 'texts'
  | 'priceTexts'
  | 'imageFit'
  | 'imageFocus'
  | 'pictures'
  | 'fields'
  | 'blocks'
  | 'asksFor'
  | 'sellsToBusinesses'
  | 'taxMode'
>

/** `hidden`: only by link. `retired`: no longer sold. */
export type PriceState = 'listed' | 'hidden' | 'retired'

/** A price that buyers can choose instead of the form's first price, which is in the form's own row. */
export type FormPricesTable = PriceTerms & {
  id: string
  formId: string
  position: number
  label: string
  amount: number
  priceType: PriceType
  billingInterval: number
  billingPeriod: BillingPeriod
  cancelAfter: number
  state: PriceState
  /** Whether the price is selected when the page opens. If no price is, the first one is selected. */
  isDefault: boolean
  texts: DefaultedJson<Translations>
}

export type FormPricesView = View<
  FormPricesTable,
  | 'isOpen'
  | 'suggestedAmount'
  | 'presetAmounts'
  | 'trialDays'
  | 'trialAmount'
  | 'setupAmount'
  | 'setupLabel'
  | 'payoffDiscount'
  | 'id'
  | 'formId'
  | 'position'
  | 'label'
  | 'amount'
  | 'priceType'
  | 'billingInterval'
  | 'billingPeriod'
  | 'cancelAfter'
  | 'state'
  | 'isDefault'
  | 'texts'
>

export type FormOfferSequenceTable = { formId: string; bumpId: string; position: number }

export type FormOfferSequenceView = View<FormOfferSequenceTable, 'formId' | 'bumpId' | 'position'>

export type FormBumpsTable = FormOfferSequenceTable & {
  /** Whether the form offers the bump. */
  isOn: Defaulted<boolean>
  /** The prices at which the form offers it, or null for all. */
  priceIds: string[] | null
  /** The quantity of the form from which it is offered. */
  quantityMin: Defaulted<number>
}

export type FormBumpsView = View<
  FormBumpsTable,
  'formId' | 'bumpId' | 'position' | 'isOn' | 'priceIds' | 'quantityMin'
>

export type TimersTable = {
  id: string
  formId: string
  title: string
  expiresAt: Date
  timezone: string | null
  /** The new amount of the form's first price, or null if the timer changes another price. */
  amount: number | null
  redirectUrl: string | null
  /** The price that the timer changes, or null for all. Its new amount is in the next column. */
  priceId: Defaulted<string | null>
  priceAmount: Defaulted<number | null>
  /** The timer's title in other languages. */
  texts: DefaultedJson<Translations>
}

export type TimersView = View<
  TimersTable,
  'id' | 'formId' | 'title' | 'expiresAt' | 'amount' | 'redirectUrl' | 'priceId' | 'priceAmount' | 'texts'
>

/** The history of a form's prices. A change by a timer is recorded for its future date. */
export type PriceHistoryTable = { formId: string; amount: number; currency: string; fromAt: Date }

export type PriceHistoryView = View<PriceHistoryTable, 'formId' | 'amount' | 'currency' | 'fromAt'>

/** The history of a form's prices other than the first. */
export type FurtherPriceHistoryTable = PriceHistoryTable & { priceId: string }

export type FurtherPriceHistoryView = View<
  FurtherPriceHistoryTable,
  'formId' | 'amount' | 'currency' | 'fromAt' | 'priceId'
>

export type ShortLinksTable = { code: string; formId: string; createdAt: CreatedAt }
