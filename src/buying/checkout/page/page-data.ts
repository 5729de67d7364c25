import type { Selectable } from 'kysely'
import type { ShopFace } from '#accounts/shop/shop-face.ts'
import type { ConsentsOnPage } from '#buying/consumer-law/asked-consent.ts'
import type { ShopFont } from '#foundation/db/tables/identity.ts'
import type { Formats } from '#foundation/text/formats.ts'
import type { FormsTable, PictureFit, PictureFocus } from '#foundation/db/tables/products.ts'
import type { Foreign } from '#foundation/language/translations.ts'
import type { CurrencySign } from '#foundation/money/currency-signs.ts'
import type { CardLimits } from '#payments/pricing/sold-form.ts'
import type { TimedForm } from '#payments/pricing/price-purchase.ts'
import type { Quote } from '../contract.ts'
import type { AskedDetails } from '../fields/asked-details.ts'
import type { AskedField } from '../fields/asked-fields.ts'
import type { Run, ShownDescription } from '../description/description.ts'
import type { YoutubeVideo } from '../description/youtube.ts'

/** The fields of a form that its page shows as stored, listed once for reading, sending and previewing them. */
export const shownFields = [
  'title',
  'description',
  /** Path of the picture, also used as a video's poster; null where there is only a video. */
  'image',
  'imageFit',
  'imageFocus',
  /** Further pictures. */
  'pictures',
  'termsUrl',
  'guarantee',
  /** Empty: the page's default words are used. */
  'buttonText',
  'buttonTextColor',
  'themeColor',
  'colorScheme',
] as const satisfies readonly (keyof FormsTable)[]

type ShownForm = Readonly<Omit<Pick<Selectable<FormsTable>, (typeof shownFields)[number]>, 'description'>> & {
  readonly description: ShownDescription
}

/** Everything the payment page shows. It is public: nothing of the seller's beyond what buyers can see. */
export type PaymentPageData = {
  readonly form: ShownForm & { readonly id: string; readonly video: YoutubeVideo | null }
  readonly sellerName: string
  /** The language of the seller's own texts, and how it runs; absent: the page's. */
  readonly foreign?: Foreign
  /** The texts of the form that are in the page's language nevertheless, absent if there are none. */
  readonly translated?: readonly string[]
  /** Path of the shop's square logo. */
  readonly sellerLogo: string | null
  readonly font: ShopFont
  /** At its first price. */
  readonly pricing: TimedForm
  /** Where buyers can ask the shop; absent: unknown. */
  readonly contactEmail?: string | null
  readonly website?: string | null
  /** The applicable law grants, or may grant, a right of withdrawal. */
  readonly hasWithdrawal?: true
  /** The shop sells subscriptions, so buyers can cancel here. */
  readonly hasPlans?: true
  /** The choices to send with the order, set by the page; null while an entered amount is invalid. */
  readonly chosen?: Choice | null
  /** The limits of a card payment, if buyers choose the amount. */
  readonly cardLimits?: CardLimits
  /** The price selected by the page's link, absent if there is none. */
  readonly linkedPrice?: string
  /** The link selects a price that is not available. */
  readonly hasMissedPrice?: true
  /** How to write amounts of the form's currency. */
  readonly currencySign: CurrencySign
  readonly bumps: readonly BumpOnPage[]
  readonly taxTitle: string | null
  /** Whether prices include tax even where it is added on top. */
  readonly isGrossFirst: boolean
  /** The reader's formats for amounts and days. */
  readonly formats: Formats
  /** Whether offers can follow the payment; the server decides which. */
  readonly hasOffers: boolean
  /** Whether the surrounding page learns of purchases; absent means no. */
  readonly announcesPurchases?: true
  /** Whether the page asks for a coupon's code; absent means no. */
  readonly hasCodes?: true
  /** Whether the page offers a reminder by email; absent means no. */
  readonly offersReminder?: true
  /** Signed for the form without bumps; the page returns it when paying. */
  readonly quote: Quote
  /**
   * The seller's button text does not say that clicking means paying, as the law requires, so ours appears above it.
   */
  readonly hasUnclearButton?: true
  /** The text that an announced lower price needs, absent if there is none. */
  readonly lowestPrice?: string
  /** The same for further prices, by their ids, absent if there is none. */
  readonly lowestPrices?: Readonly<Record<string, string>>
  /** The price before a timer lowered it, absent if there is none. */
  readonly struckPrice?: string
  /** What the form asks besides email and name; absent means nothing, and no details either. */
  readonly fields?: readonly AskedField[]
  /** What it asks for the invoice; absent means nothing. */
  readonly details?: AskedDetails
  /** The consents to ask for if the order costs something, absent if there are none. */
  readonly consents?: ConsentsOnPage
  readonly provider: {
    readonly publishableKey: string
    readonly accountId: string
    readonly scriptUrl: string
  }
  /** The provider's test mode or the sandbox, shown on every page that accepts payments. */
  readonly isTestMode: boolean
  /** Set while the seller cannot be paid: the page is shown with this reason. */
  readonly unavailable: string | null
  /** The same in pieces, if it contains links. */
  readonly unavailableRuns?: readonly Run[]
  /** Its heading, absent if there is no reason. */
  readonly unavailableTitle?: string
  /** The path of the shop's buyer portal, shown with a reason. */
  readonly portal?: string
}

type Choice = {
  readonly price?: string | undefined
  readonly quantity?: number | undefined
  readonly amount?: number | undefined
  /** Started with the first full payment. */
  readonly withoutTrial?: boolean
}

export type BumpOnPage = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly image: string
  /** Its texts that are in the page's language, unlike the seller's own, absent if there are none. */
  readonly translated?: readonly string[]
}

/** A page without a form: unknown, deleted or malformed links, and errors of ours. */
export type NoticePageData = {
  readonly status: 200 | 404 | 410 | 429 | 500 | 503
  readonly title: string
  readonly text: string
  /** The page to take the visitor to, after a moment to read, or null if there is none. */
  readonly redirectUrl: string | null
  /** The shop of the page; null if unknown. */
  readonly shop: ShopFace | null
  /** The path of that shop's buyer portal. */
  readonly portal: string | null
  /** What the page sold. */
  readonly product: {
    readonly title: string
    readonly image: string | null
    readonly imageFit: PictureFit
    readonly imageFocus: PictureFocus
    readonly foreign?: Foreign
  } | null
}
