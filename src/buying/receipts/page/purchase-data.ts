import type { Foreign } from '#foundation/language/translations.ts'
import type { ShopFace } from '#accounts/shop/shop-face.ts'
import type { WithdrawalOnPage } from '#buying/withdrawal/page-data.ts'
import type { PurchaseStatus } from '#foundation/db/tables/purchases.ts'
import type { Formats } from '#foundation/text/formats.ts'
import type { ReceiptRow } from '../mail/receipt-rows.ts'

/** What a purchase's page shows its buyer; times in milliseconds. */
export type PurchasePageData = {
  readonly id: string
  readonly title: string
  readonly sellerName: string
  /** For days; the amounts are already formatted. */
  readonly formats: Formats
  /** When it was paid, or started if it is not paid. */
  readonly time: number
  /** `reversed` by the buyer's bank; `nothing_charged` if nothing is due yet but payments follow, as after a trial. */
  readonly status: PurchaseStatus | 'reversed' | 'free' | 'nothing_charged'
  /** Marks a title in another language; undefined: it is in the page's. */
  readonly titleIn: Foreign | undefined
  readonly message: string | null
  /** The same of the message. */
  readonly messageIn: Foreign | undefined
  readonly downloads: readonly DownloadOnPage[]
  /** Including files that are not open. */
  readonly hasFiles: boolean
  /** Why its trial's files are closed, or null if they are not. */
  readonly closedBy: 'no payment' | 'pause' | 'payment returned' | null
  readonly receipt: ReceiptOnPage
  readonly subscription: SubscriptionOnPage | null
  readonly details: DetailsOnPage | null
  readonly added: readonly AddedOffer[]
  readonly hasUndoFailed: boolean
  readonly later: readonly LaterPaymentOnPage[]
  readonly order: { readonly path: string; readonly isSubscription: boolean } | null
  readonly policy: PolicyOnPage
  /** Null if it cannot be withdrawn from separately. */
  readonly withdrawal: WithdrawalOnPage | null
  /** Where an unpaid order can be bought again; null if it may still be paid or is not an order. */
  readonly againPath: string | null
  readonly withdrawPath: string
  readonly portalPath: string
  /** Where its subscription is canceled, if it has one. */
  readonly cancelPath: string | null
  /** The seller, in a sentence. */
  readonly soldBy: string
  readonly shop: ShopFace
}

/** The buyer's consents and the seller's own terms, to the letter. */
export type PolicyOnPage = {
  readonly agreed: readonly string[]
  readonly own: { readonly title: string; readonly text: string } | null
  /** When waiting files open, and the consents to open them now. */
  readonly waiting: {
    readonly text: string
    readonly path: string
    readonly texts: readonly string[]
  } | null
}

/** `size` is in bytes; the URL expires. */
export type DownloadOnPage = {
  readonly name: string
  readonly size: number
  readonly path: string
  /** Null unless browsers can play it as a video. */
  readonly video: VideoOnPage | null
}

/** A video that plays in the page; its URLs last longer. */
export type VideoOnPage = {
  readonly path: string
  readonly type: string
  readonly captions: readonly CaptionsOnPage[]
}

/** `language` is a language tag, if the seller gave one. */
export type CaptionsOnPage = {
  readonly path: string
  readonly language: string | null
  readonly label: string
}

/** A credit note, or an invoice besides the one in force. */
export type DocumentOnPage = { readonly title: string; readonly path: string }

export type ReceiptOnPage = {
  readonly title: string
  readonly rows: readonly ReceiptRow[]
  readonly total: string
  /** The tax included in the total, shown below it. */
  readonly included: readonly ReceiptRow[]
  /** The payment method in a sentence without a period, if it is known. */
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
  /** The card for further payments, if any: "Visa ending in 4242". */
  readonly card: string | null
  readonly endsAt: number | null
  readonly cycle: string
  /** The next payments, and how many follow, or null if unlimited. */
  readonly next: {
    readonly payments: readonly { readonly at: number; readonly amount: string }[]
    /** The amount of each that follows, or null if they differ. */
    readonly rest: string | null
    readonly more: number | null
  }
  readonly calendarPath: string | null
  /** Whether the page's script can change anything. */
  readonly canChange: boolean
  /** What its buyer can do about pauses, each on a separate page. */
  readonly pauses: readonly PageLink[]
  /** Where a buyer who has canceled can say why, or null if they are not asked. */
  readonly reasonPath: string | null
  /** The buyer has said why. */
  readonly hasSaidWhy: boolean
  /** Where it is canceled without a script; null if it cannot be. */
  readonly cancelPath: string | null
}

export type PageLink = { readonly label: string; readonly path: string }

/** A question about a pause, decided with one click. */
export type PauseQuestion = {
  readonly title: string
  /** The subscription's title. */
  readonly about: string
  readonly lines: readonly string[]
  /** Why the last click changed nothing, or null if there was none. */
  readonly problem: string | null
  /** Null if there is nothing to decide. */
  readonly form: {
    readonly path: string
    readonly kind: string
    /** The next payment's time as it was shown, ISO. */
    readonly next: string
    /** When payments continue; with more than one, the buyer chooses. */
    readonly ends: readonly { readonly until: string; readonly label: string }[]
    readonly button: string
  } | null
  readonly backPath: string
  readonly shop: ShopFace
}

export type DetailsOnPage = {
  readonly lines: readonly string[]
  /** The buyer's name, shown if there are no details. */
  readonly name: string
  readonly told: 'saved' | 'late' | 'refused' | null
  /** Null if they can no longer be changed. */
  readonly form: DetailsFormData | null
}

export type DetailsFormData = {
  readonly path: string
  /** A day in the buyer's format. */
  readonly openUntil: string
  readonly values: Readonly<Record<string, string | null>>
  readonly errors: Readonly<Record<string, string>>
}

/** An offer accepted after the order, which is a separate purchase. */
export type AddedOffer = Pick<ReceiptOnPage, 'rows' | 'included' | 'invoicePath' | 'documents'> & {
  readonly purchaseId: string
  readonly title: string
  readonly path: string
  /** Null if it is the same as the rows. */
  readonly total: string | null
  readonly downloads: readonly DownloadOnPage[]
  readonly opens: string | null
  readonly returned: string | null
  /** Null if it cannot be undone, or no longer. */
  readonly undo: {
    readonly path: string
    readonly minutesLeft: number
    /** Opening one of its files ends the time to undo. */
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

/** A button of a notice, which sends no data. */
export type NoticeAction = { readonly path: string; readonly label: string }
