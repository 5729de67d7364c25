import type { Defaulted } from '../driver/column-types.ts'

/** How many pieces of what a form sells there are to sell, and how many of them are sold or held by an attempt to buy. */
export type StocksTable = { id: string; formId: string; stockLimit: number; taken: Defaulted<number> }

/** The pieces of a stock that a purchase takes. */
export type StockHoldsTable = {
  purchaseId: string
  /** Nobody counts a hold any more whose stock is gone. */
  stockId: string
  quantity: number
  isHeld: Defaulted<boolean>
  /** Whose it is until it is paid, as digests; null once it is. */
  network: Defaulted<string | null>
  emailKey: Defaulted<string | null>
}
