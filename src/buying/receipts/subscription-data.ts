import type { PaymentPageData } from '#buying/checkout/page-data.ts'

/** What the purchase page's script needs to change a subscription; the page itself says all the rest. */
export type SubscriptionData = {
  readonly purchaseId: string
  readonly secret: string
  readonly buyer: { readonly email: string; readonly name: string }
  readonly provider: PaymentPageData['provider']
  /** What a new card is charged at once, as people read it; null: nothing. */
  readonly due: string | null
  readonly canChangeCard: boolean
  readonly canCancel: boolean
  readonly canResume: boolean
  /** The day until which what was paid stays; null: canceling ends it at once. */
  readonly paidUntil: string | null
}
