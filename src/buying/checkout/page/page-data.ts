import type { Selectable } from 'kysely'
import type { ShopFace } from '#accounts/shop/shop-face.ts'
import type { ConsentsOnPage } from '#buying/consumer-law/asked-consent.ts'
import type { ShopFont } from '#foundation/db/tables/identity.ts'
import type { Formats } from '#foundation/text/formats.ts'
import type { FormsTable } from '#foundation/db/tables/products.ts'
import type { CurrencySign } from '#foundation/money/currency-signs.ts'
import type { CardLimits } from '#payments/pricing/sold-form.ts'
import type { TimedForm } from '#payments/pricing/price-purchase.ts'
import type { Quote } from '../contract.ts'
import type { Run, ShownDescription } from '../description/description.ts'
import type { YoutubeVideo } from '../description/youtube.ts'

/** The fields of a form that its page shows as they are stored, once for what reads, sends and previews them. */
export const shownFields = [
  'title',
  'description',
  /** Path of the picture, which a video has as its poster; null where there is only a video. */
  'image',
  'termsUrl',
  /** Empty: the page's own words are used. */
  'buttonText',
  'buttonTextColor',
  'themeColor',
  'colorScheme',
] as const satisfies readonly (keyof FormsTable)[]

type ShownForm = Readonly<Omit<Pick<Selectable<FormsTable>, (typeof shownFields)[number]>, 'description'>> & {
  readonly description: ShownDescription
}

/** Everything that the payment page shows. It is public: nothing of the seller's beyond what buyers may see. */
export type PaymentPageData = {
  readonly form: ShownForm & { readonly id: string; readonly video: YoutubeVideo | null }
  readonly sellerName: string
  /** Path of the shop's square picture. */
  readonly sellerLogo: string | null
  readonly font: ShopFont
  /** At its first price. */
  readonly pricing: TimedForm
  /** What recurs can be bought here, and is canceled here. */
  readonly hasPlans?: true
  /** What goes along with the order of what was chosen on the page, which sets it itself; null: what was named cannot be. */
  readonly chosen?: Choice | null
  /** What a card can be charged, where buyers name a price. */
  readonly cardLimits?: CardLimits
  /** The price that the page's link names; left out: none. */
  readonly linkedPrice?: string
  /** The link names a price that is not to be had. */
  readonly hasMissedPrice?: true
  /** How amounts of its currency are written. */
  readonly currencySign: CurrencySign
  readonly bumps: readonly BumpOnPage[]
  readonly taxTitle: string | null
  /** Whether prices are written with tax also where it comes on top. */
  readonly isGrossFirst: boolean
  /** How its buyer reads amounts and days. */
  readonly formats: Formats
  /** Whether offers may follow the payment; the server says which. */
  readonly hasOffers: boolean
  /** Whether the page asks for a coupon's code; left out: it does not. */
  readonly hasCodes?: true
  /** Signed for the form without bumps; the page sends it back when it pays. */
  readonly quote: Quote
  /** The seller's words on the button do not say that it is to pay: ours stand above them. */
  readonly hasUnclearButton?: true
  /** What a lower price to come is told with; left out: nothing. */
  readonly lowestPrice?: string
  /** The same of further prices, by their ids; left out: of none. */
  readonly lowestPrices?: Readonly<Record<string, string>>
  /** What the buyer of something that costs is asked to agree to; left out: nothing. */
  readonly consents?: ConsentsOnPage
  readonly provider: {
    readonly publishableKey: string
    readonly accountId: string
    readonly scriptUrl: string
  }
  /** The provider's test mode or the sandbox: said on every page that takes money. */
  readonly isTestMode: boolean
  /** Set while the seller cannot be paid: the page is shown, and says why it cannot be paid. */
  readonly unavailable: string | null
  /** The same in pieces, where there are links in it. */
  readonly unavailableRuns?: readonly Run[]
}

type Choice = {
  readonly price?: string | undefined
  readonly quantity?: number | undefined
  readonly amount?: number | undefined
  /** Begun with the first full payment. */
  readonly withoutTrial?: boolean
}

export type BumpOnPage = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly image: string
}

/** A page without a form: unknown, deleted or malformed addresses, and faults of ours. */
export type NoticePageData = {
  readonly status: 200 | 404 | 410 | 429 | 500 | 503
  readonly title: string
  readonly text: string
  /** Where the visitor is taken, after a moment to read; null: nowhere. */
  readonly redirectUrl: string | null
  /** Whose page it was; null where that is not known. */
  readonly shop: ShopFace | null
}
