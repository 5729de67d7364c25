import type { Defaulted, View } from '../driver/column-types.ts'

/** How a payout ended, once for each end: what a bank had for days can still come back. */
export type PayoutOutcomesTable = {
  payoutId: string
  outcome: 'paid' | 'failed'
  sellerId: string
  /** In minor units of `currency`. */
  amount: number
  currency: string
  /** It was to be taken from the bank account, as the balance was below zero. */
  isDebit: boolean
  bankName: string | null
  bankLast4: string | null
  /** As the provider names it, and in its words. */
  failureCode: string | null
  failureMessage: string | null
  at: Date
  /** Whoever tells of it has taken it up. */
  isNoticed: Defaulted<boolean>
}

export type PayoutOutcomesView = View<
  PayoutOutcomesTable,
  'payoutId' | 'outcome' | 'isDebit' | 'bankName' | 'bankLast4' | 'failureCode' | 'failureMessage'
>
