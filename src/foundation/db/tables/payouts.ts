import type { Defaulted, View } from '../driver/column-types.ts'

/** An outcome of a payout. There can be two, because a bank can return a payout days later. */
export type PayoutOutcomesTable = {
  payoutId: string
  outcome: 'paid' | 'failed'
  sellerId: string
  /** The amount in minor units of `currency`. */
  amount: number
  currency: string
  /** Whether the payout was to be debited from the bank account because the balance was negative. */
  isDebit: boolean
  bankName: string | null
  bankLast4: string | null
  /** The provider's failure code and message. */
  failureCode: string | null
  failureMessage: string | null
  at: Date
  /** Whether a notification was made for it. */
  isNoticed: Defaulted<boolean>
}

export type PayoutOutcomesView = View<
  PayoutOutcomesTable,
  'payoutId' | 'outcome' | 'isDebit' | 'bankName' | 'bankLast4' | 'failureCode' | 'failureMessage'
>
