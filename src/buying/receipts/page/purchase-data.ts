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
  /** How its buyer reads amounts and days; the amounts are written so already. */
  readonly formats: Formats
  /** When it was paid, or begun where it is not paid. */
  readonly time: number
  /**
   * `reversed`: the buyer's bank has taken the money back; `free`: paid, and came to nothing, now or later;
   * `nothing_charged`: came to nothing by itself, and belongs to payments that follow, as a trial does.
   */
  readonly status: PurchaseStatus | 'reversed' | 'free' | 'nothing_charged'
  /** What the seller says to those who have bought; null: nothing. */
  readonly message: string | null
  readonly downloads: readonly DownloadOnPage[]
  /** Whether files belong to it, open or not. */
  readonly hasFiles: boolean
  /** What closed files that came with its trial: it ended without a payment, or what was paid went back; null: nothing. */
  readonly closedBy: 'no payment' | 'payment returned' | null
  readonly receipt: ReceiptOnPage
  readonly subscription: SubscriptionOnPage | null
  readonly details: DetailsOnPage | null
  readonly added: readonly AddedOffer[]
  /** The buyer comes back from an undo in vain. */
  readonly hasUndoFailed: boolean
  readonly later: readonly LaterPaymentOnPage[]
  /** The order that a renewal or an offer belongs to. */
  readonly order: { readonly path: string; readonly isSubscription: boolean } | null
  readonly policy: PolicyOnPage
  /** Null: it cannot be withdrawn from by itself. */
  readonly withdrawal: WithdrawalOnPage | null
  /** Where it can be bought after all; null: it is bought, may be yet, or is no order of its own. */
  readonly againPath: string | null
  /** Where anybody withdraws from a contract with this shop. */
  readonly withdrawPath: string
  /** Where the buyer asks for all that they bought in the shop. */
  readonly portalPath: string
  /** Where the subscription is canceled that it began; null: it began none. */
  readonly cancelPath: string | null
  /** Who sold it, in a sentence. */
  readonly soldBy: string
  readonly shop: ShopFace
}

/** What the buyer agreed to, and what the seller says of withdrawals, each word for word. */
export type PolicyOnPage = {
  readonly agreed: readonly string[]
  /** Null: the seller adds nothing. */
  readonly own: { readonly title: string; readonly text: string } | null
  /** Files that are not open yet: when they open, and what the buyer agrees to who wants them at once; null: none wait. */
  readonly waiting: {
    readonly text: string
    readonly path: string
    readonly texts: readonly string[]
  } | null
}

/** `size` is in bytes; the address works for a while. */
export type DownloadOnPage = {
  readonly name: string
  readonly size: number
  readonly path: string
  /** Null: it is no video that browsers play. */
  readonly video: VideoOnPage | null
}

/** What plays in the page; its addresses work for longer. */
export type VideoOnPage = {
  readonly path: string
  readonly type: string
  readonly captions: readonly CaptionsOnPage[]
}

/** `language` is a language's tag; null where the seller did not say which it is. */
export type CaptionsOnPage = {
  readonly path: string
  readonly language: string | null
  readonly label: string
}

export type ReceiptOnPage = {
  /** What is not paid has no receipt yet. */
  readonly title: 'Receipt' | 'Your order'
  readonly rows: readonly ReceiptRow[]
  readonly total: string
  /** The tax that is in the total, beneath it. */
  readonly included: readonly ReceiptRow[]
  /** What pays it, in a sentence without its end; null: nothing, or it is not known. */
  readonly paidWith: string | null
  readonly refunds: readonly ReceiptRow[]
  readonly invoicePath: string | null
}

export type SubscriptionOnPage = {
  readonly state: 'active' | 'trial' | 'payment failed' | 'canceled' | 'paid early' | 'ended' | 'ended unpaid'
  /** How it stands and what comes next, in sentences. */
  readonly standing: string
  readonly price: string
  readonly paid: string
  /** The card that pays from now on: "Visa ending in 4242"; null: nothing more is charged, or it is no card. */
  readonly card: string | null
  readonly endsAt: number | null
  /** How often it is paid. */
  readonly cycle: string
  /** The next payments, and how many follow; null: they go on. */
  readonly next: {
    readonly payments: readonly { readonly at: number; readonly amount: string }[]
    /** What each of those is; null: not all are the same. */
    readonly rest: string | null
    readonly more: number | null
  }
  readonly calendarPath: string | null
  /** Whether the page's script can change anything about it. */
  readonly canChange: boolean
}

export type DetailsOnPage = {
  /** Who the invoice is made out to, line by line, where the buyer said so. */
  readonly lines: readonly string[]
  /** The buyer's name, which stands there otherwise. */
  readonly name: string
  readonly told: 'saved' | 'late' | 'refused' | null
  /** Null: they can no longer be changed. */
  readonly form: DetailsFormData | null
}

export type DetailsFormData = {
  readonly path: string
  /** A day, as its buyer reads it. */
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
  /** When files open that wait, in a sentence; null: none do. */
  readonly opens: string | null
  /** That its money goes back, in a sentence or two; null: it does not. */
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
  /** It is the rest of the plan, paid at once. */
  readonly isPayoff: boolean
  readonly paidAt: number
  readonly amount: string
  readonly paidWith: string | null
  readonly path: string
  readonly invoicePath: string
}

/** A button of a notice, which sends nothing but its press. */
export type NoticeAction = { readonly path: string; readonly label: string }
