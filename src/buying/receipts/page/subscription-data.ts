import type { PaymentPageData } from '#buying/checkout/page/page-data.ts'
import type { PageLink } from './purchase-data.ts'

/** What the script of a purchase page needs to change a subscription. */
export type SubscriptionData = {
  readonly purchaseId: string
  readonly secret: string
  readonly title: string
  readonly buyer: { readonly email: string; readonly name: string }
  readonly provider: PaymentPageData['provider']
  /** The amount that a new card is charged right away, or null. The page sends it back in minor units. */
  readonly due: { readonly total: number; readonly text: string } | null
  /** The next payment, or null if there is none or its date is unknown. */
  readonly next: { readonly amount: string; readonly day: string; readonly isLast: boolean } | null
  /** Whether the subscription has ended, so that a new card pays only the amount due. */
  readonly isOver: boolean
  readonly canChangeCard: boolean
  readonly canCancel: boolean
  /** Links to pause or skip, shown next to the link to cancel and just as large. */
  readonly pauses: readonly PageLink[]
  readonly canResume: boolean
  /** The early payoff, or null if it is not available now. */
  readonly payoff: {
    /** The amount in minor units, which the page sends back. */
    readonly total: number
    readonly amount: string
    readonly payments: number
    /** How much an early payoff saves compared with the plan, if anything. */
    readonly saved: string | null
    /** Whether the order was paid by something other than card or Link, but a card may pay for the plan now. */
    readonly mayNeedCard: boolean
  } | null
  /** The prices that the subscription can change to from the next payment on. */
  readonly prices: readonly {
    readonly id: string
    readonly label: string
    /** The change to agree to: "From 6 Dec 2026: $24.00 every month instead of $12.00". */
    readonly text: string
    /** The amount in minor units, and the time of the next payment in ISO format, which the page sends back. */
    readonly total: number
    readonly from: string
    /** The id of the previous price change, which the page sends back, or null. */
    readonly after: string | null
  }[]
  /** A price change that can be undone, and the price that applies after undoing it. */
  readonly kept: { readonly change: string; readonly text: string } | null
  /** The last day of access after canceling, or null if canceling ends it right away. */
  readonly paidUntil: string | null
  /** Whether the subscription is in a trial for which nothing was paid. */
  readonly isFreeTrial: boolean
  /** Whether an early payoff is still in progress. */
  readonly isPayingOff: boolean
  /** The payment for the early payoff, if the bank is waiting for the buyer to confirm it. */
  readonly waitingPayoffId: string | null
}
