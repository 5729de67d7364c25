import type { Price } from '#payments/pricing/price.ts'
import type { Problem } from './problem.ts'

/** A paid purchase as the page thanks for it. */
export type Receipt = {
  readonly price: Price
  /** What is charged after it, as the page has said; null: nothing. */
  readonly renewal: string | null
  readonly email: string
  readonly name: string
  readonly successMessage: string | null
  readonly redirectUrl: string | null
  /** The card by its brand and last four, or another method by its name; null: not known. */
  readonly paidWith: string | null
  readonly purchaseId: string
  readonly secret: string
  /** The purchase's own page, with its secret. */
  readonly purchasePath: string
  /** False after a reload: the buyer has come back and is not sent away again. */
  readonly isFresh: boolean
}

/** A purchase that the buyer's bank has: it says in its own time whether it pays. */
export type AwaitedOrder = Pick<Receipt, 'price' | 'email' | 'purchasePath'> & {
  /** An ISO instant: the bank has said it by then. */
  readonly settlesBy: string
}

/** Where the page is on the way of one purchase. */
export type Flow =
  | { readonly state: 'filling' }
  /** The button was pressed; the card is read and the server is asked. */
  | { readonly state: 'paying' }
  /** The buyer's bank asks. */
  | { readonly state: 'confirming' }
  /** The outcome is not known. `isWaiting`: the page has stopped asking by itself. */
  | { readonly state: 'checking'; readonly isWaiting: boolean }
  /** The bank has it: nothing is to be paid again, and nothing to be waited for. */
  | { readonly state: 'processing'; readonly order: AwaitedOrder }
  /** Nothing was charged, and the buyer can do something about it. */
  | { readonly state: 'failed'; readonly problem: Problem }
  | { readonly state: 'done'; readonly receipt: Receipt }

/** While the page works on a purchase, nothing of it can be changed and no second one can start. */
export function isBusy(flow: Flow): boolean {
  return ['paying', 'confirming', 'checking', 'processing'].includes(flow.state)
}

/** The buyer's bank has a purchase that they can go on with, or give up: until then it is that order and no other. */
export function isAtBank(flow: Flow): boolean {
  return flow.state === 'failed' && flow.problem.nextStep === 'confirm-at-bank'
}

/** Whether the order on the page can be paid, as it is or corrected; else the buyer leaves the page, or loads it again. */
export function isPayable(flow: Flow): boolean {
  return flow.state !== 'failed' || !['confirm-at-bank', 'none', 'reload'].includes(flow.problem.nextStep)
}
