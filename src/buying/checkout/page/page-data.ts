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
import type { ShownBlock } from '../blocks/shown-blocks.ts'
import type { AskedDetails } from '../fields/asked-details.ts'
import type { AskedField } from '../fields/asked-fields.ts'
import type { Run, ShownDescription } from '../description/description.ts'
import type { YoutubeVideo } from '../description/youtube.ts'

/** The fields of a form that its page shows unchanged, listed once for reading, sending and previewing them. */
export const shownFields = [
  'title',
  'description',
  /** The path of the picture, which is also a video's poster. Null if there is only a video. */
  'image',
  'imageFit',
  'imageFocus',
  /** Further pictures. */
  'pictures',
  'termsUrl',
  'guarantee',
  /** If empty, the page uses its default text. */
  'buttonText',
  'buttonTextColor',
  'themeColor',
  'colorScheme',
] as const satisfies readonly (keyof FormsTable)[]

type ShownForm = Readonly<Omit<Pick<Selectable<FormsTable>, (typeof shownFields)[number]>, 'description'>> & {
  readonly description: ShownDescription
}

/** Everything the payment page shows. It is public, so it contains only what buyers can see. */
export type PaymentPageData = {
  readonly form: ShownForm & { readonly id: string; readonly video: YoutubeVideo | null }
  readonly sellerName: string
  /** The language of the seller's own texts and its text direction. Missing if it is the page's language. */
  readonly foreign?: Foreign
  /** The form's texts that are translated into the page's language. Missing if there are none. */
  readonly translated?: readonly string[]
  /** The path of the shop's square logo. */
  readonly sellerLogo: string | null
  readonly font: ShopFont
  /** The form at its first price. */
  readonly pricing: TimedForm
  /** The email address where buyers can contact the shop. Missing if unknown. */
  readonly contactEmail?: string | null
  readonly website?: string | null
  /** Whether the applicable law may grant a right of withdrawal. */
  readonly hasWithdrawal?: true
  /** Whether the shop sells subscriptions, so the page links to their cancellation. */
  readonly hasPlans?: true
  /** The buyer's choices, which the page sends with the order. Null while the amount in the field is invalid. */
  readonly chosen?: Choice | null
  /** The smallest and largest card payment, if buyers choose the amount. */
  readonly cardLimits?: CardLimits
  /** The price selected by the page's link. Missing if there is none. */
  readonly linkedPrice?: string
  /** Whether the link selects a price that is not available. */
  readonly hasMissedPrice?: true
  /** How amounts in the form's currency are written. */
  readonly currencySign: CurrencySign
  readonly bumps: readonly BumpOnPage[]
  readonly taxTitle: string | null
  /** Whether prices are shown with tax even if it is added on top. */
  readonly isGrossFirst: boolean
  /** The reader's formats for amounts and dates. */
  readonly formats: Formats
  /** Whether one-time offers can follow the payment. The server decides which ones. */
  readonly hasOffers: boolean
  /** Whether an embedded page notifies the page around it of purchases. Missing means no. */
  readonly announcesPurchases?: true
  /** Whether the page asks for a coupon code. Missing means no. */
  readonly hasCodes?: true
  /** Whether the page offers a reminder by email. Missing means no. */
  readonly offersReminder?: true
  /** A price to offer after a declined card, and whether to offer the order without extras. Missing means neither. */
  readonly fallbackPrice?: string
  readonly offersWithoutExtras?: true
  /** The signed quote for the form without bumps. The page sends it back when paying. */
  readonly quote: Quote
  /**
   * Whether the seller's button text fails to make clear that clicking means paying, as the law requires. If so, our
   * text appears above it.
   */
  readonly hasUnclearButton?: true
  /** The text that must accompany an announced lower price. Missing if there is none. */
  readonly lowestPrice?: string
  /**
   * The texts that must accompany announced lower prices other than the first, by price id. Missing if there
   * are none.
   */
  readonly lowestPrices?: Readonly<Record<string, string>>
  /** The price before a timer lowered it. Missing if there is none. */
  readonly struckPrice?: string
  /** The questions that the form asks besides email and name. Missing means none, and no details. */
  readonly fields?: readonly AskedField[]
  /**
   * What the page says next to the price. Missing means nothing. The browser gets an empty list, because it leaves the
   * server's HTML unchanged.
   */
  readonly blocks?: readonly ShownBlock[]
  /** The details that the form asks for the invoice. Missing means none. */
  readonly details?: AskedDetails
  /**
   * Whether the register knows the buyer's VAT number. The page then asks for no consents, because businesses have no
   * right of withdrawal. Missing means no.
   */
  readonly isBusiness?: true | undefined
  /** The words in which the page asks to share the order with ad platforms. Missing if the shop has none. */
  readonly ads?: string
  /** The consents that the page asks for if the order costs something. Missing if there are none. */
  readonly consents?: ConsentsOnPage
  readonly provider: {
    readonly publishableKey: string
    readonly accountId: string
    readonly scriptUrl: string
  }
  /**
   * Whether the page accepts only test payments, in the provider's test mode or in the sandbox. Every page
   * with a payment shows this.
   */
  readonly isTestMode: boolean
  /** Why buyers cannot pay right now, or null if they can. The page is still shown. */
  readonly unavailable: string | null
  /** The same reason in parts, if it contains links. */
  readonly unavailableRuns?: readonly Run[]
  /** The heading above the reason. Missing if there is no reason. */
  readonly unavailableTitle?: string
  /** The path of the shop's buyer portal, shown together with the reason. */
  readonly portal?: string
}

type Choice = {
  readonly price?: string | undefined
  readonly quantity?: number | undefined
  readonly amount?: number | undefined
  /** Whether a subscription starts without its trial, with the first full payment. */
  readonly withoutTrial?: boolean
}

export type BumpOnPage = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly image: string
  /** The bump's texts that are translated into the page's language. Missing if there are none. */
  readonly translated?: readonly string[]
}

/** A page without a form, for unknown, deleted or malformed links and for our own errors. */
export type NoticePageData = {
  readonly status: 200 | 404 | 410 | 429 | 500 | 503
  readonly title: string
  readonly text: string
  /** The page to which the visitor is redirected after a moment for reading, or null if there is none. */
  readonly redirectUrl: string | null
  /** The shop whose page this is, or null if unknown. */
  readonly shop: ShopFace | null
  /** The path of the shop's buyer portal. */
  readonly portal: string | null
  /** The product that the page sold. */
  readonly product: {
    readonly title: string
    readonly image: string | null
    readonly imageFit: PictureFit
    readonly imageFocus: PictureFocus
    readonly foreign?: Foreign
  } | null
}
