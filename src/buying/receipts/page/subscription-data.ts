import type { PaymentPageData } from '#buying/checkout/page/page-data.ts'

/** The data the purchase page's script needs to change a subscription. */
export type SubscriptionData = {
  readonly purchaseId: string
  readonly secret: string
  /** The subscription's title. */
  readonly title: string
  readonly buyer: { readonly email: string; readonly name: string }
  readonly provider: PaymentPageData['provider']
  /** The amount a new card is charged right away, in minor units as it is sent back, and as text; null: nothing. */
  readonly due: { readonly total: number; readonly text: string } | null
  /** The next payment as text, "$12.00 on 24 Jan 2027"; null: none, or its day is unknown. */
  readonly next: { readonly text: string; readonly isLast: boolean } | null
  /** It has ended: a card pays only the amount due. */
  readonly isOver: boolean
  readonly canChangeCard: boolean
  readonly canCancel: boolean
  readonly canResume: boolean
  /** The early payoff; null: not available now. */
  readonly payoff: {
    /** In minor units, as it is sent back. */
    readonly total: number
    readonly amount: string
    readonly payments: number
    /** The saving compared with the plan; null: none. */
    readonly saved: string | null
    /** The order was not paid by card or Link, as an early payoff needs; by now a card may pay the plan. */
    readonly mayNeedCard: boolean
  } | null
  /** The prices it can be changed to from the next payment on. */
  readonly prices: readonly {
    readonly id: string
    readonly label: string
    /** The change to agree to: "From 6 Dec 2026: $24.00 every month instead of $12.00". */
    readonly text: string
    /** In minor units, and the next payment's time as ISO, as they are sent back. */
    readonly total: number
    readonly from: string
    /** The previous change, as it is sent back; null: none. */
    readonly after: string | null
  }[]
  /** A price change that can be undone, and the price after that as text; null: none. */
  readonly kept: { readonly change: string; readonly text: string } | null
  /** The last day of access after canceling; null: canceling ends it right away. */
  readonly paidUntil: string | null
  /** An early payoff is still without an answer. */
  readonly isPayingOff: boolean
  /** That payment, if its bank waits for the buyer; null: it does not. */
  readonly waitingPayoffId: string | null
}
