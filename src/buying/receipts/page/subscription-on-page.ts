import { cardText } from '#foundation/text/card-words.ts'
import { dayText } from '#foundation/time/day-text.ts'
import type { SubscriptionWire } from '#payments/subscriptions/contract.ts'
import { cycleText } from '#payments/subscriptions/recurrence-text.ts'
import type { Keyed } from '#payments/purchases/purchase.ts'
import { purchasePath } from '#payments/purchases/records/purchase-url.ts'
import type { SubscriptionOnPage } from './purchase-data.ts'
import { nextPayments, nowText, standingText, type SubscriptionView } from './subscription-view.ts'

const shownDays = 4

/** The card that paid an order; null where it was not a card. */
type OrderCard = { readonly cardBrand: string | null; readonly cardLast4: string | null }

/** A subscription's state and next payments for its page. */
export function describeSubscription(
  view: SubscriptionView,
  order: OrderCard & Keyed,
  secret: string,
): SubscriptionOnPage {
  const { wire, recurrence, endsAt, nextChargeAt, isEnding } = view
  const cycle = cycleText(recurrence)
  return {
    state: stateOf(view),
    standing: `${standingText(view)} ${retryText(view)}`.trim(),
    price: `${nowText(view)}${wire.taxAmount > 0 ? ', tax included' : ''}`,
    paid: paidText(view),
    card: wire.canCancel || wire.needsCard ? cardOf(wire, order) : null,
    endsAt,
    cycle,
    next: nextPayments(view, shownDays),
    calendarPath: nextChargeAt === null && !isEnding ? null : purchasePath(order, secret, '/calendar.ics'),
    canChange: wire.canCancel || wire.canResume || wire.needsCard,
  }
}

/** The card a subscription is charged to, at first its order's; null: none, or unknown. */
export function cardOf(
  { card }: Pick<SubscriptionWire, 'card'>,
  { cardBrand: brand, cardLast4: last4 }: OrderCard,
): string | null {
  if (card !== null || brand === null || last4 === null) return card
  return cardText({ brand, last4 })
}

function stateOf({ isOver, isEnding, wire }: SubscriptionView): SubscriptionOnPage['state'] {
  if (wire.payoffState === 'paid' && isOver) return 'paid early'
  if (isOver) return wire.needsCard ? 'ended unpaid' : 'ended'
  if (wire.status === 'trialing' && !isEnding) return 'trial'
  if (isEnding) return 'canceled'
  return wire.needsCard ? 'payment failed' : 'active'
}

function paidText({ wire, recurrence, isOver }: SubscriptionView): string {
  const { paidCycles, payoffState } = wire
  if (payoffState === 'paid' && isOver)
    return `${paidCycles === 1 ? '1 payment' : `${paidCycles} payments`}, then the rest in full`
  if (recurrence.cancelAfter > 0) return `${paidCycles} of ${recurrence.cancelAfter} payments`
  return paidCycles === 1 ? '1 payment' : `${paidCycles} payments`
}

function retryText({ wire, formats }: SubscriptionView): string {
  if (!wire.needsCard) return ''
  const { nextPaymentAttempt } = wire
  const retry =
    nextPaymentAttempt === null
      ? ''
      : `We will try your card again on ${dayText(Date.parse(nextPaymentAttempt), formats)}. `
  return `${retry}Use another card to pay now.`
}
