import type { Language } from '../../language/languages.ts'
import type { Translations } from '../../language/translations.ts'
import type { CreatedAt, Defaulted, DefaultedJson, Json, View } from '../driver/column-types.ts'
import type { AsksFor, FormField } from './questions.ts'

/** A file for buyers, as uploaded; `size` in bytes. */
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
  /** Minor units of `currency`, as every amount of the database. */
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

export type TaxesTable = {
  id: string
  sellerId: string
  title: string
  /** Exact decimal text. */
  percentage: string
  inclusive: Defaulted<boolean>
  active: Defaulted<boolean>
  /** The title in further languages. */
  texts: DefaultedJson<Translations>
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
  deletedAt: Date | null
}

export type TaxesView = View<
  TaxesTable,
  'id' | 'sellerId' | 'title' | 'percentage' | 'inclusive' | 'active' | 'deletedAt' | 'texts'
>

export type PriceType = 'OneTimePrice' | 'RecurringPrice'

export type BillingPeriod = 'Daily' | 'Weekly' | 'Monthly' | 'Yearly'

/** `automatic`: follows the device on its own page, light in a frame. */
export type ColorScheme = 'automatic' | 'light' | 'dark' | 'device'

/** The frame of a form's pictures: three that crop, and one that shows them whole. */
export type PictureFit = 'wide' | 'square' | 'upright' | 'whole'

/** Which part a frame that crops shows, in percent of what it leaves out: 0 is the left or upper end. */
export type PictureFocus = { readonly x: number; readonly y: number }

export type FurtherPicture = { readonly image: string; readonly focus: PictureFocus }

export type DescriptionFormat = 'plain' | 'markdown'

/** A price's terms besides amount and cycle; for a recurring one its start, and its early payoff discount. */
type PriceTerms = {
  /** Pay what you want, `amount` at least; ignored for recurring prices. */
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
  /** A promise to buyers, shown near the button. */
  guarantee: string | null
  taxId: string | null
  amount: number
  currency: string
  priceType: PriceType
  billingInterval: number
  billingPeriod: BillingPeriod
  cancelAfter: number
  /** Distinguishes the first price; null: the form's original one, with the form's own id. */
  priceId: string | null
  /** From the release before shops had one list; unused. */
  embedHosts: Defaulted<string[]>
  /** The first price's label when there is a choice; empty when it is the only one. */
  priceLabel: Defaulted<string>
  /** The label of the quantity field; empty: the page's default. */
  quantityLabel: Defaulted<string>
  /** The quantity limits; 1 and 1: no quantity field. */
  quantityMin: Defaulted<number>
  quantityMax: Defaulted<number>
  /** Whether subscribers can change to another price of the form. */
  allowsPriceChange: Defaulted<boolean>
  /** Whether subscribers can pause or skip payments. */
  allowsPause: Defaulted<boolean>
  /** Days before a payment of half a year or longer on which its buyer is reminded. */
  renewalNoticeDays: Defaulted<number>
  /** Whether buyers are reminded of shorter cycles' payments too. */
  noticesShortRenewals: Defaulted<boolean>
  buttonText: string
  buttonTextColor: string
  themeColor: string
  colorScheme: Defaulted<ColorScheme>
  oneTimeOfferId: string | null
  /** Minutes for which a shown price is honored after it ended. */
  priceGracePeriod: Defaulted<number>
  /** When the seller last changed the form's prices, or null if never. */
  priceChangedAt: Date | null
  /** Sales are paused until the seller resumes them. */
  isPaused: Defaulted<boolean>
  /** The text for buyers in the meantime, in the seller's words. */
  pauseMessage: string | null
  /** The languages of its page, the default first; null: all that we speak. */
  languages: Language[] | null
  /** The language of the seller's own texts. */
  contentLanguage: Defaulted<Language>
  /** The version that buyers see now; null: saved last before there were versions. */
  version: number | null
  /** These texts in further languages, and those of the first price. */
  texts: DefaultedJson<Translations>
  priceTexts: DefaultedJson<Translations>
  /** What its page asks for besides email and name. */
  fields: DefaultedJson<FormField[]>
  asksFor: Defaulted<AsksFor>
  /** Whether its page asks for the company and tax number of a business. */
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
  | 'asksFor'
  | 'sellsToBusinesses'
>

/** `hidden`: only by link. `retired`: no longer sold. */
export type PriceState = 'listed' | 'hidden' | 'retired'

/** A price buyers can choose instead of the form's first one, which is in the form's row. */
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
  /** Selected when the page opens; if no price is, the first one is selected. */
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

export type FormBumpsTable = { formId: string; bumpId: string; position: number }

export type FormBumpsView = View<FormBumpsTable, 'formId' | 'bumpId' | 'position'>

export type TimersTable = {
  id: string
  formId: string
  title: string
  expiresAt: Date
  timezone: string | null
  /** The form's first price from then on; null when it changes another price. */
  amount: number | null
  redirectUrl: string | null
  /** The price it changes, and its new amount; null: all prices. */
  priceId: Defaulted<string | null>
  priceAmount: Defaulted<number | null>
  /** The title in further languages. */
  texts: DefaultedJson<Translations>
}

export type TimersView = View<
  TimersTable,
  'id' | 'formId' | 'title' | 'expiresAt' | 'amount' | 'redirectUrl' | 'priceId' | 'priceAmount' | 'texts'
>

/** A form's price history; a timer's change is dated ahead. */
export type PriceHistoryTable = { formId: string; amount: number; currency: string; fromAt: Date }

export type PriceHistoryView = View<PriceHistoryTable, 'formId' | 'amount' | 'currency' | 'fromAt'>

/** The same for a price other than the first. */
export type FurtherPriceHistoryTable = PriceHistoryTable & { priceId: string }

export type FurtherPriceHistoryView = View<
  FurtherPriceHistoryTable,
  'formId' | 'amount' | 'currency' | 'fromAt' | 'priceId'
>

export type ShortLinksTable = { code: string; formId: string; createdAt: CreatedAt }
