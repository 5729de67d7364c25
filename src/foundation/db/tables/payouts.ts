import type { Defaulted, View } from '../driver/column-types.ts'

/** A payout's outcome, once each: a bank can return one after days. */
export type PayoutOutcomesTable = {
  payoutId: string
  outcome: 'paid' | 'failed'
  sellerId: string
  /** In minor units of `currency`. */
  amount: number
  currency: string
  /** It was to be debited from the bank account, as the balance was below zero. */
  isDebit: boolean
  bankName: string | null
  bankLast4: string | null
  /** The provider's failure code and message. */
  failureCode: string | null
  failureMessage: string | null
  at: Date
  /** The notifications have picked it up. */
  isNoticed: Defaulted<boolean>
}

export type PayoutOutcomesView = View<
  PayoutOutcomesTable,
  'payoutId' | 'outcome' | 'isDebit' | 'bankName' | 'bankLast4' | 'failureCode' | 'failureMessage'
>
