import type { CreatedAt, Defaulted, DefaultedJson, Json, View } from '../driver/column-types.ts'

/** A file that buyers get, as it was uploaded; `size` in bytes. */
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
>

export type TaxesTable = {
  id: string
  sellerId: string
  title: string
  /** Exact decimal text. */
  percentage: string
  inclusive: Defaulted<boolean>
  active: Defaulted<boolean>
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
  deletedAt: Date | null
}

export type TaxesView = View<
  TaxesTable,
  'id' | 'sellerId' | 'title' | 'percentage' | 'inclusive' | 'active' | 'deletedAt'
>

export type PriceType = 'OneTimePrice' | 'RecurringPrice'

export type BillingPeriod = 'Daily' | 'Weekly' | 'Monthly' | 'Yearly'

/** `automatic`: as the device on a page of its own, light in a frame. */
export type ColorScheme = 'automatic' | 'light' | 'dark' | 'device'

export type DescriptionFormat = 'plain' | 'markdown'

/** What a price has beside its amount and its cycle; of a recurring one what it begins with, and what paying its rest early takes off. */
type PriceTerms = {
  /** Its buyers name what they pay, `amount` at least; means nothing of one that recurs. */
  isOpen: Defaulted<boolean>
  suggestedAmount: number | null
  presetAmounts: Defaulted<number[]>
  trialDays: Defaulted<number>
  trialAmount: Defaulted<number>
  setupAmount: Defaulted<number>
  setupLabel: Defaulted<string>
  /** In per cent. */
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
  video: string | null
  files: DefaultedJson<FileAttachment[]>
  redirectUrl: string | null
  successMessage: string | null
  termsUrl: string | null
  taxId: string | null
  amount: number
  currency: string
  priceType: PriceType
  billingInterval: number
  billingPeriod: BillingPeriod
  cancelAfter: number
  /** Tells the first price from the others; null: it is the one that the form was made with, and has the form's own id. */
  priceId: string | null
  /** Of the release before shops had one list; nothing reads it. */
  embedHosts: Defaulted<string[]>
  /** What buyers read of the first price where they can choose; empty where it is the only one. */
  priceLabel: Defaulted<string>
  /** What buyers are asked for where they choose how many; empty: the page's own word. */
  quantityLabel: Defaulted<string>
  /** How many can be bought at once; 1 and 1: it is not asked. */
  quantityMin: Defaulted<number>
  quantityMax: Defaulted<number>
  /** Whether who pays a recurring price may change to another one of the form. */
  allowsPriceChange: Defaulted<boolean>
  buttonText: string
  buttonTextColor: string
  themeColor: string
  colorScheme: Defaulted<ColorScheme>
  oneTimeOfferId: string | null
  /** Minutes for which a shown price stays good after it ended. */
  priceGracePeriod: Defaulted<number>
  /** When the seller last changed what the form costs; null: never since it was made. */
  priceChangedAt: Date | null
  /** Nobody can buy it until the seller goes on selling. */
  isPaused: Defaulted<boolean>
  /** What buyers read meanwhile, in the seller's words. */
  pauseMessage: string | null
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
  | 'buttonText'
  | 'buttonTextColor'
  | 'themeColor'
  | 'colorScheme'
  | 'oneTimeOfferId'
  | 'priceGracePeriod'
  | 'priceChangedAt'
  | 'isPaused'
  | 'pauseMessage'
  | 'createdAt'
  | 'deletedAt'
>

/** `hidden`: only for who has its link. `retired`: no longer sold. */
export type PriceState = 'listed' | 'hidden' | 'retired'

/** A price that buyers can choose in the place of the form's first one, which is in its own row. */
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
  /** Chosen when the page opens; where none is, the first one. */
  isDefault: boolean
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
>

export type FormBumpsTable = { formId: string; bumpId: string; position: number }

export type FormBumpsView = View<FormBumpsTable, 'formId' | 'bumpId' | 'position'>

export type TimersTable = {
  id: string
  formId: string
  title: string
  expiresAt: Date
  timezone: string | null
  /** What it makes the form's first price; null of one that is of another price. */
  amount: number | null
  redirectUrl: string | null
  /** The price that it is of, and what it makes it; null: it is of all prices. */
  priceId: Defaulted<string | null>
  priceAmount: Defaulted<number | null>
}

export type TimersView = View<
  TimersTable,
  'id' | 'formId' | 'title' | 'expiresAt' | 'amount' | 'redirectUrl' | 'priceId' | 'priceAmount'
>

/** What a form has cost and since when; what a timer will make it cost is dated ahead. */
export type PriceHistoryTable = { formId: string; amount: number; currency: string; fromAt: Date }

export type PriceHistoryView = View<PriceHistoryTable, 'formId' | 'amount' | 'currency' | 'fromAt'>

/** The same of a price beside the first. */
export type FurtherPriceHistoryTable = PriceHistoryTable & { priceId: string }

export type FurtherPriceHistoryView = View<
  FurtherPriceHistoryTable,
  'formId' | 'amount' | 'currency' | 'fromAt' | 'priceId'
>

export type ShortLinksTable = { code: string; formId: string; createdAt: CreatedAt }
