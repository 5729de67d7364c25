import type { PaymentPageData } from '#buying/checkout/page/page-data.ts'

/** What the purchase page's script needs to change a subscription; the page itself says all the rest. */
export type SubscriptionData = {
  readonly purchaseId: string
  readonly secret: string
  /** What it is for, as its buyer knows it. */
  readonly title: string
  readonly buyer: { readonly email: string; readonly name: string }
  readonly provider: PaymentPageData['provider']
  /** What a new card is charged at once, in minor units as it is sent back, and as people read it; null: nothing. */
  readonly due: { readonly total: number; readonly text: string } | null
  /** The next payment as people read it, "$12.00 on 24 Jan 2027"; null: none is to come, or its day is not known. */
  readonly next: { readonly text: string; readonly isLast: boolean } | null
  /** It has ended: a card pays what is due, and nothing after that. */
  readonly isOver: boolean
  readonly canChangeCard: boolean
  readonly canCancel: boolean
  readonly canResume: boolean
  /** What paying all that is left at once comes to; null: that is not to be had now. */
  readonly payoff: {
    /** In minor units, as it is sent back. */
    readonly total: number
    readonly amount: string
    readonly payments: number
    /** What that is less than going on; null: nothing. */
    readonly saved: string | null
    /** The order was not paid by card or Link, which alone can pay the rest at once; what pays the plan now may be a card. */
    readonly mayNeedCard: boolean
  } | null
  /** The prices that it can be changed to from the next payment on. */
  readonly prices: readonly {
    readonly id: string
    readonly label: string
    /** What is agreed to: "From 6 Dec 2026: $24.00 every month instead of $12.00". */
    readonly text: string
    /** In minor units, and the next payment's time as ISO, as they are sent back. */
    readonly total: number
    readonly from: string
    /** The last change before, as it is sent back; null: there was none. */
    readonly after: string | null
  }[]
  /** A change of price that can be taken back, and what is paid then, as people read it; null: none is to come. */
  readonly kept: { readonly change: string; readonly text: string } | null
  /** The day until which what was paid stays; null: canceling ends it at once. */
  readonly paidUntil: string | null
  /** A payment of the rest has no answer yet. */
  readonly isPayingOff: boolean
  /** That payment, where the bank waits for its buyer; null: it waits for nobody. */
  readonly waitingPayoffId: string | null
}
