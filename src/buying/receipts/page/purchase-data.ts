import type { ShopFace } from '#accounts/shop/shop-face.ts'
import type { WithdrawalOnPage } from '#buying/withdrawal/page-data.ts'
import type { PurchaseStatus } from '#foundation/db/tables/purchases.ts'
import type { Formats } from '#foundation/text/formats.ts'
import type { ReceiptRow } from '../mail/receipt-rows.ts'

/** Everything that a purchase's page shows its buyer; times in milliseconds. */
export type PurchasePageData = {
  readonly id: string
  readonly title: string
  readonly sellerName: string
  /** The buyer's formats for amounts and days; the amounts are formatted already. */
  readonly formats: Formats
  /** When it was paid, or begun if it is not paid. */
  readonly time: number
  /**
   * `reversed`: the buyer's bank has taken the money back; `free`: nothing is due, now or later; `nothing_charged`:
   * nothing was due yet, but payments follow, as after a trial.
   */
  readonly status: PurchaseStatus | 'reversed' | 'free' | 'nothing_charged'
  /** The seller's message to buyers; null: none. */
  readonly message: string | null
  readonly downloads: readonly DownloadOnPage[]
  /** Whether it includes files, open or not. */
  readonly hasFiles: boolean
  /** Why the files of its trial are closed: no payment followed, or it was refunded; null: they are not. */
  readonly closedBy: 'no payment' | 'payment returned' | null
  readonly receipt: ReceiptOnPage
  readonly subscription: SubscriptionOnPage | null
  readonly details: DetailsOnPage | null
  readonly added: readonly AddedOffer[]
  /** The buyer returns from a failed undo. */
  readonly hasUndoFailed: boolean
  readonly later: readonly LaterPaymentOnPage[]
  /** The order of a renewal or an offer. */
  readonly order: { readonly path: string; readonly isSubscription: boolean } | null
  readonly policy: PolicyOnPage
  /** Null: it cannot be withdrawn from separately. */
  readonly withdrawal: WithdrawalOnPage | null
  /** Where an unpaid order can be bought again; null: it is paid, may yet be, or is not an order. */
  readonly againPath: string | null
  /** The public withdrawal page of this shop. */
  readonly withdrawPath: string
  /** The buyer portal of the shop. */
  readonly portalPath: string
  /** Where its subscription is canceled; null: it has none. */
  readonly cancelPath: string | null
  /** The seller, in a sentence. */
  readonly soldBy: string
  readonly shop: ShopFace
}

/** The buyer's consents and the seller's words on withdrawals, quoted word for word. */
export type PolicyOnPage = {
  readonly agreed: readonly string[]
  /** Null: the seller adds nothing. */
  readonly own: { readonly title: string; readonly text: string } | null
  /** Files that open later: when, and the consents to open them now; null: none wait. */
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
  /** Null: it is not a video that browsers play. */
  readonly video: VideoOnPage | null
}

/** A video that plays in the page; its URLs last longer. */
export type VideoOnPage = {
  readonly path: string
  readonly type: string
  readonly captions: readonly CaptionsOnPage[]
}

/** `language` is a language tag; null where the seller gave none. */
export type CaptionsOnPage = {
  readonly path: string
  readonly language: string | null
  readonly label: string
}

export type ReceiptOnPage = {
  /** Unpaid orders have no receipt yet. */
  readonly title: 'Receipt' | 'Your order'
  readonly rows: readonly ReceiptRow[]
  readonly total: string
  /** The tax included in the total, shown below it. */
  readonly included: readonly ReceiptRow[]
  /** The payment method, in a sentence without its period; null: none, or unknown. */
  readonly paidWith: string | null
  readonly refunds: readonly ReceiptRow[]
  readonly invoicePath: string | null
}

export type SubscriptionOnPage = {
  readonly state: 'active' | 'trial' | 'payment failed' | 'canceled' | 'paid early' | 'ended' | 'ended unpaid'
  /** Its state and next step, in sentences. */
  readonly standing: string
  readonly price: string
  readonly paid: string
  /** The card for further payments: "Visa ending in 4242"; null: no more payments, or not a card. */
  readonly card: string | null
  readonly endsAt: number | null
  /** How often it is paid. */
  readonly cycle: string
  /** The next payments, and how many follow; null: unlimited. */
  readonly next: {
    readonly payments: readonly { readonly at: number; readonly amount: string }[]
    /** The amount of each that follows; null: they differ. */
    readonly rest: string | null
    readonly more: number | null
  }
  readonly calendarPath: string | null
  /** Whether the page's script can change anything about it. */
  readonly canChange: boolean
}

export type DetailsOnPage = {
  /** The billing details the buyer entered, line by line. */
  readonly lines: readonly string[]
  /** The buyer's name, shown if there are no details. */
  readonly name: string
  readonly told: 'saved' | 'late' | 'refused' | null
  /** Null: they can no longer be changed. */
  readonly form: DetailsFormData | null
}

export type DetailsFormData = {
  readonly path: string
  /** A day in the buyer's format. */
  readonly openUntil: string
  readonly values: Readonly<Record<string, string | null>>
  readonly errors: Readonly<Record<string, string>>
}

/** An offer that was accepted after the order: a purchase of its own. */
export type AddedOffer = Pick<ReceiptOnPage, 'rows' | 'included' | 'invoicePath'> & {
  readonly purchaseId: string
  readonly title: string
  readonly path: string
  /** Null where the rows say it all. */
  readonly total: string | null
  readonly downloads: readonly DownloadOnPage[]
  /** When its waiting files open, in a sentence; null: none wait. */
  readonly opens: string | null
  /** Its refund, in a sentence or two; null: there is none. */
  readonly returned: string | null
  /** Null: it cannot be undone, or no longer. */
  readonly undo: {
    readonly path: string
    readonly minutesLeft: number
    /** Opening one of its files ends it. */
    readonly endsWithOpening: boolean
  } | null
}

export type LaterPaymentOnPage = {
  readonly id: string
  /** It is an early payoff of the plan. */
  readonly isPayoff: boolean
  readonly paidAt: number
  readonly amount: string
  readonly paidWith: string | null
  readonly path: string
  readonly invoicePath: string
}

/** A button of a notice, which sends no data. */
export type NoticeAction = { readonly path: string; readonly label: string }
