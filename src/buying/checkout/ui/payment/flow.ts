import type { Price } from '#payments/pricing/price.ts'
import type { Problem } from './problem.ts'

/** A paid purchase as the thank-you message shows it. */
export type Receipt = {
  readonly price: Price
  /** The coupon code used for the purchase, or empty if there was none. */
  readonly code: string
  /** The charges after this payment, as text for the page, or null if there are none. */
  readonly renewal: string | null
  readonly email: string
  readonly name: string
  /** The quantity of the form's own product. */
  readonly quantity: number
  readonly successMessage: string | null
  readonly redirectUrl: string | null
  /** The card's brand and last four digits, or the name of another method, or null if unknown. */
  readonly paidWith: string | null
  readonly purchaseId: string
  readonly secret: string
  /** The path of the purchase's own page, with its secret. */
  readonly purchasePath: string
  /** Whether the buyer has just paid. After a reload they are not redirected again. */
  readonly isFresh: boolean
}

/** A purchase that the buyer's bank is processing. The bank decides later whether it is paid. */
export type AwaitedOrder = Pick<Receipt, 'price' | 'code' | 'email' | 'purchasePath'> & {
  /** The bank's deadline, as an ISO date and time. */
  readonly settlesBy: string
}

/** The state of the page while it handles one purchase. */
export type Flow =
  | { readonly state: 'filling' }
  /** The button was clicked. The card is being read, and the server is being asked. */
  | { readonly state: 'paying' }
  /** The buyer's bank is asking them to authenticate. */
  | { readonly state: 'confirming' }
  /** The outcome is unknown. `isWaiting` means that the page has stopped asking automatically. */
  | { readonly state: 'checking'; readonly isWaiting: boolean }
  /** The bank is processing the payment. The buyer must not pay again and need not wait. */
  | { readonly state: 'processing'; readonly order: AwaitedOrder }
  /** Nothing was charged, and the buyer can correct the problem. */
  | { readonly state: 'failed'; readonly problem: Problem }
  | { readonly state: 'done'; readonly receipt: Receipt }

/** Whether the page is working on a purchase, so it cannot be changed and no second one can start. */
export function isBusy(flow: Flow): boolean {
  return ['paying', 'confirming', 'checking', 'processing'].includes(flow.state)
}

/**
 * Whether a purchase is waiting for the buyer's bank, where it must be finished or canceled. Until then the order
 * cannot change.
 */
export function isAtBank(flow: Flow): boolean {
  return flow.state === 'failed' && flow.problem.nextStep === 'confirm-at-bank'
}

/** Whether the order can be paid, as it is or after a correction. Otherwise the buyer must leave or reload the page. */
export function isPayable(flow: Flow): boolean {
  return flow.state !== 'failed' || !['confirm-at-bank', 'none', 'reload'].includes(flow.problem.nextStep)
}
