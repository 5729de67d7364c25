import type { PaymentPageData } from '#buying/checkout/page/page-data.ts'
import type { PageLink } from './purchase-data.ts'

/** What the purchase page's script needs to change a subscription. */
export type SubscriptionData = {
  readonly purchaseId: string
  readonly secret: string
  readonly title: string
  readonly buyer: { readonly email: string; readonly name: string }
  readonly provider: PaymentPageData['provider']
  /** The amount a new card is charged right away, in minor units as it is sent back, if any. */
  readonly due: { readonly total: number; readonly text: string } | null
  /** The next payment, or null if there is none or its day is unknown. */
  readonly next: { readonly amount: string; readonly day: string; readonly isLast: boolean } | null
  /** It has ended, and a card pays only the amount due. */
  readonly isOver: boolean
  readonly canChangeCard: boolean
  readonly canCancel: boolean
  /** Next to canceling, and as large. */
  readonly pauses: readonly PageLink[]
  readonly canResume: boolean
  /** The early payoff, if it is available now. */
  readonly payoff: {
    /** In minor units, as it is sent back. */
    readonly total: number
    readonly amount: string
    readonly payments: number
    /** The saving compared with the plan, if any. */
    readonly saved: string | null
    /** The order was not paid by card or Link, but a card may pay the plan now. */
    readonly mayNeedCard: boolean
  } | null
  /** The prices it can change to from the next payment on. */
  readonly prices: readonly {
    readonly id: string
    readonly label: string
    /** The change to agree to: "From 6 Dec 2026: $24.00 every month instead of $12.00". */
    readonly text: string
    /** In minor units, and the next payment's time as ISO, as they are sent back. */
    readonly total: number
    readonly from: string
    /** The previous change as it is sent back, if any. */
    readonly after: string | null
  }[]
  /** A price change that can be undone, and the price after that. */
  readonly kept: { readonly change: string; readonly text: string } | null
  /** The last day of access after canceling, or null if canceling ends it right away. */
  readonly paidUntil: string | null
  /** It is in a trial for which nothing was paid. */
  readonly isFreeTrial: boolean
  /** An early payoff has no response yet. */
  readonly isPayingOff: boolean
  /** That payment, if its bank waits for the buyer. */
  readonly waitingPayoffId: string | null
}
