import { divideHalfUp, taxAmount, type TaxedAmount } from '#foundation/money/tax.ts'
import { currencySign } from '#foundation/money/currency-signs.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import { amountOfCycle } from '#payments/pricing/recurrence.ts'
import { agreedAmounts, asPaidNext, cycleAt, rateOf } from '#payments/subscriptions/begin/agreed-prices.ts'
import { lastCycleEnd } from '../payment-calendar.ts'
import type { Subscription } from '../store.ts'

/** The amount in minor units of the plan's currency. */
export type RestOfPlan = TaxedAmount & {
  /** How many payments the early payoff replaces. */
  readonly payments: number
  readonly withoutDiscount: number
}

/**
 * For how long before the next payment no early payoff is offered, in milliseconds. It can wait that long for a bank
 * and the buyer, and if it fails, the plan must continue.
 */
const tooLate = 2 * 60 * 60 * 1000

/**
 * The rest of a plan if it can be paid early now: the plan must be paid up, have a payment left, and not be canceled.
 */
export function restOfPlan(row: Subscription, now: Date): RestOfPlan | null {
  const { status, cancelAfter, paidCycles, unpaidInvoiceId, payoffPurchaseId } = row
  const isLive = status === 'active' && unpaidInvoiceId === null && payoffPurchaseId === null
  if (!isLive || endsEarlier(row)) return null
  if (paidCycles === 0 || paidCycles >= cancelAfter || hasBegunNext(row, now)) return null
  return restAfter(row, paidCycles)
}

/** The sum of the payments after `paid`, minus the discount for paying early. Null if a card cannot pay it. */
export function restAfter(given: Subscription, paid: number): RestOfPlan | null {
  const row = asPaidNext(given)
  const { cancelAfter, currency, payoffDiscount } = row
  const amounts = agreedAmounts(row)
  const all = Array.from({ length: cancelAfter - paid }, (_, index) => amountOfCycle(amounts, paid + index))
  const sum = (name: keyof TaxedAmount) => all.reduce((total, one) => total + one[name], 0)
  const whole = { subtotal: sum('subtotal'), taxAmount: sum('taxAmount'), total: sum('total') }
  const rate = rateOf(row)
  const listed = rate?.inclusive === false ? whole.subtotal : whole.total
  const rest =
    payoffDiscount === 0
      ? whole
      : taxAmount(listed - partOf(listed, payoffDiscount, currency), rate, currency)
  const { minimum, maximum } = currencyOf(currency)
  if (rest.total < minimum || rest.total > maximum) return null
  return { ...rest, payments: all.length, withoutDiscount: whole.total }
}

function partOf(amount: number, percentage: number, currency: string): number {
  const step = BigInt(currencySign(currency).step)
  return Number(divideHalfUp(BigInt(amount) * BigInt(percentage), 100n * step) * step)
}

/** Whether a renewal is in progress, or so soon that it could come before the early payoff. */
function hasBegunNext(row: Subscription, now: Date): boolean {
  const { currentPeriodEnd, billingCycleAnchor, paidCycles } = row
  if (currentPeriodEnd === null || billingCycleAnchor === null) return true
  if (currentPeriodEnd.getTime() - now.getTime() < tooLate) return true
  return cycleAt(row, billingCycleAnchor.getTime(), currentPeriodEnd.getTime()) !== paidCycles
}

/** Whether the plan was canceled, here or on Stripe, so less is due than was agreed. */
function endsEarlier(row: Subscription): boolean {
  const { cancellation, cancelAtPeriodEnd, cancelAt, billingCycleAnchor } = row
  if (cancelAtPeriodEnd || (cancellation !== null && cancellation !== 'resume')) return true
  const end = billingCycleAnchor === null ? null : lastCycleEnd(row, billingCycleAnchor.getTime())
  return cancelAt !== null && end !== null && cancelAt.getTime() < end
}
