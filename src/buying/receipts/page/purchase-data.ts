import type { Foreign } from '#foundation/language/translations.ts'
import type { ShopFace } from '#accounts/shop/shop-face.ts'
import type { WithdrawalOnPage } from '#buying/withdrawal/page-data.ts'
import type { PurchaseStatus } from '#foundation/db/tables/purchases.ts'
import type { Formats } from '#foundation/text/formats.ts'
import type { ReceiptRow } from '../mail/receipt-rows.ts'

/** What a purchase's page shows its buyer. Times are in milliseconds. */
export type PurchasePageData = {
  readonly id: string
  readonly title: string
  readonly sellerName: string
  /** The buyer's formats, needed only for dates because amounts are already formatted. */
  readonly formats: Formats
  /** When the purchase was paid, or when it was started if it is not paid. */
  readonly time: number
  /**
   * The purchase's status. `reversed` means that the buyer's bank reversed it. `nothing_charged` means that payments
   * follow but none is due yet, as during a trial.
   */
  readonly status: PurchaseStatus | 'reversed' | 'free' | 'nothing_charged'
  /** Marks a title that is in a different language from the page. Undefined if it is in the page's language. */
  readonly titleIn: Foreign | undefined
  readonly message: string | null
  /** Marks a message that is in a different language from the page. */
  readonly messageIn: Foreign | undefined
  readonly downloads: readonly DownloadOnPage[]
  /** Whether the purchase has files, even if they are not available now. */
  readonly hasFiles: boolean
  /** Why the files of the trial are closed, or null if they are not. */
  readonly closedBy: 'no payment' | 'pause' | 'payment returned' | null
  readonly receipt: ReceiptOnPage
  readonly subscription: SubscriptionOnPage | null
  readonly details: DetailsOnPage | null
  readonly added: readonly AddedOffer[]
  readonly hasUndoFailed: boolean
  readonly later: readonly LaterPaymentOnPage[]
  readonly order: { readonly path: string; readonly isSubscription: boolean } | null
  readonly policy: PolicyOnPage
  /** The right to withdraw, or null if this purchase cannot be withdrawn from separately. */
  readonly withdrawal: WithdrawalOnPage | null
  /** The path to buy an unpaid order again. Null if it may still be paid or is not an order. */
  readonly againPath: string | null
  /** Null for a business, which has no right of withdrawal. */
  readonly withdrawPath: string | null
  readonly portalPath: string
  /** The path to cancel its subscription, or null if it has none. */
  readonly cancelPath: string | null
  /** The seller, in a sentence. */
  readonly soldBy: string
  readonly shop: ShopFace
}

/** The buyer's consents and the seller's own terms, word for word. */
export type PolicyOnPage = {
  readonly agreed: readonly string[]
  readonly own: { readonly title: string; readonly text: string } | null
  /** When waiting files become available, and the consents that open them now. */
  readonly waiting: {
    readonly text: string
    readonly path: string
    readonly texts: readonly string[]
  } | null
}

/** A file to download. `size` is in bytes, and the URL expires. */
export type DownloadOnPage = {
  readonly name: string
  readonly size: number
  readonly path: string
  /** Null unless browsers can play the file as a video. */
  readonly video: VideoOnPage | null
}

/** A video that plays on the page. Its URLs are valid for longer than those of downloads. */
export type VideoOnPage = {
  readonly path: string
  readonly type: string
  readonly captions: readonly CaptionsOnPage[]
}

/** A video's captions. `language` is a language tag, if the seller gave one. */
export type CaptionsOnPage = {
  readonly path: string
  readonly language: string | null
  readonly label: string
}

/** A credit note, or an invoice other than the current one. */
export type DocumentOnPage = { readonly title: string; readonly path: string }

export type ReceiptOnPage = {
  readonly title: string
  readonly rows: readonly ReceiptRow[]
  readonly total: string
  /** The tax that is included in the total, shown below it. */
  readonly included: readonly ReceiptRow[]
  /** A sentence about the payment method, without a period, if the method is known. */
  readonly paidWith: string | null
  readonly refunds: readonly ReceiptRow[]
  readonly invoicePath: string | null
  readonly documents: readonly DocumentOnPage[]
}

export type SubscriptionOnPage = {
  readonly state:
    | 'active'
    | 'trial'
    | 'paused'
    | 'payment failed'
    | 'canceled'
    | 'paid early'
    | 'ended'
    | 'ended unpaid'
  readonly standing: string
  readonly price: string
  readonly paid: string
  /** The card for later payments, such as "Visa ending in 4242", or null. */
  readonly card: string | null
  readonly endsAt: number | null
  readonly cycle: string
  /** The next payments, and the number of payments after them, or null if there is no limit. */
  readonly next: {
    readonly payments: readonly { readonly at: number; readonly amount: string }[]
    /** The amount of each later payment, or null if they differ. */
    readonly rest: string | null
    readonly more: number | null
  }
  readonly calendarPath: string | null
  /** Whether the page's script can change anything. */
  readonly canChange: boolean
  /** The buyer's options for pausing. Each link leads to a separate page. */
  readonly pauses: readonly PageLink[]
  /** The path where a buyer who has canceled can say why, or null if they are not asked. */
  readonly reasonPath: string | null
  /** Whether the buyer has said why they canceled. */
  readonly hasSaidWhy: boolean
  /** The path to cancel the subscription without a script, or null if it cannot be canceled. */
  readonly cancelPath: string | null
}

export type PageLink = { readonly label: string; readonly path: string }

/** A question about a pause that the buyer decides with one click. */
export type PauseQuestion = {
  readonly title: string
  /** The subscription's title. */
  readonly about: string
  readonly lines: readonly string[]
  /** Why the last click changed nothing. Null if it did change something, or if there was no click. */
  readonly problem: string | null
  /** Where the buyer confirms with the bank what they started with the last click, or null if the bank does not ask. */
  readonly confirmUrl: string | null
  /** The question's form, or null if there is nothing to decide. */
  readonly form: {
    readonly path: string
    readonly kind: string
    /** The time of the next payment as the page showed it, in ISO format. */
    readonly next: string
    /** The dates on which payments can continue. With more than one, the buyer chooses. */
    readonly ends: readonly { readonly until: string; readonly label: string }[]
    readonly button: string
  } | null
  readonly backPath: string
  readonly shop: ShopFace
}

export type DetailsOnPage = {
  readonly lines: readonly string[]
  /** The buyer's name, shown if they have no invoice details. */
  readonly name: string
  readonly told: 'saved' | 'late' | 'refused' | null
  /** The form for invoice details, or null if they can no longer be changed. */
  readonly form: DetailsFormData | null
}

export type DetailsFormData = {
  readonly path: string
  /** A date in the buyer's format. */
  readonly openUntil: string
  readonly values: Readonly<Record<string, string | null>>
  readonly errors: Readonly<Record<string, string>>
}

/** An offer accepted after the order, which is a separate purchase. */
export type AddedOffer = Pick<ReceiptOnPage, 'rows' | 'included' | 'invoicePath' | 'documents'> & {
  readonly purchaseId: string
  readonly title: string
  readonly path: string
  /** The total, or null if it equals the amount in the rows. */
  readonly total: string | null
  readonly downloads: readonly DownloadOnPage[]
  readonly opens: string | null
  readonly returned: string | null
  /** Until when the offer can be undone, or null if it cannot. */
  readonly undo: {
    readonly path: string
    readonly minutesLeft: number
    /** Whether the offer can no longer be undone once one of its files is opened. */
    readonly endsWithOpening: boolean
  } | null
}

export type LaterPaymentOnPage = {
  readonly id: string
  readonly isPayoff: boolean
  readonly paidAt: number
  readonly amount: string
  readonly paidWith: string | null
  readonly path: string
  readonly invoicePath: string | null
}

/** A button on a notice that sends no data. */
export type NoticeAction = { readonly path: string; readonly label: string }
