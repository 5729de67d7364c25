import type { Price } from '#payments/pricing/price.ts'
import type { Problem } from './problem.ts'

/** A paid purchase, for the page's thanks. */
export type Receipt = {
  readonly price: Price
  /** The coupon's code that it was paid with, or empty if there is none. */
  readonly code: string
  /** The charges after it, in the page's words, or null if there are none. */
  readonly renewal: string | null
  readonly email: string
  readonly name: string
  /** How many of the form's own thing. */
  readonly quantity: number
  readonly successMessage: string | null
  readonly redirectUrl: string | null
  /** The card by brand and last four digits, or another method by its name, or null if unknown. */
  readonly paidWith: string | null
  readonly purchaseId: string
  readonly secret: string
  /** The purchase's own page, with its secret. */
  readonly purchasePath: string
  /** False after a reload: the buyer is back, and is not redirected again. */
  readonly isFresh: boolean
}

/** A purchase with the buyer's bank, which decides later whether it is paid. */
export type AwaitedOrder = Pick<Receipt, 'price' | 'code' | 'email' | 'purchasePath'> & {
  /** An ISO instant: the bank's deadline. */
  readonly settlesBy: string
}

/** The state of the page while it handles one purchase. */
export type Flow =
  | { readonly state: 'filling' }
  /** The button was clicked; the card is read and the server is asked. */
  | { readonly state: 'paying' }
  /** The buyer's bank asks. */
  | { readonly state: 'confirming' }
  /** The outcome is unknown. `isWaiting`: the page has stopped asking automatically. */
  | { readonly state: 'checking'; readonly isWaiting: boolean }
  /** The bank has it: the buyer must not pay again, and need not wait. */
  | { readonly state: 'processing'; readonly order: AwaitedOrder }
  /** Nothing was charged, and the buyer can fix it. */
  | { readonly state: 'failed'; readonly problem: Problem }
  | { readonly state: 'done'; readonly receipt: Receipt }

/** While the page works on a purchase, it cannot be changed and no second one can start. */
export function isBusy(flow: Flow): boolean {
  return ['paying', 'confirming', 'checking', 'processing'].includes(flow.state)
}

/** A purchase is at the buyer's bank, to be finished or canceled: until then the order stays as it is. */
export function isAtBank(flow: Flow): boolean {
  return flow.state === 'failed' && flow.problem.nextStep === 'confirm-at-bank'
}

/** Whether the order can be paid, as it is or corrected; otherwise the buyer leaves or reloads the page. */
export function isPayable(flow: Flow): boolean {
  return flow.state !== 'failed' || !['confirm-at-bank', 'none', 'reload'].includes(flow.problem.nextStep)
}
