import { t } from '#foundation/language/t.ts'
import { cardText } from '#foundation/text/card-words.ts'
import { dayText } from '#foundation/time/day-text.ts'
import type { SubscriptionWire } from '#payments/subscriptions/contract.ts'
import { cycleText } from '#payments/subscriptions/recurrence-text.ts'
import type { Keyed } from '#payments/purchases/purchase.ts'
import { cancelContractPath, purchasePath } from '#payments/purchases/records/purchase-url.ts'
import type { Receipt } from '../store.ts'
import { pauseLinks } from './pause-links.ts'
import type { SubscriptionOnPage } from './purchase-data.ts'
import { nextPayments, nowText, standingText, type SubscriptionView } from './subscription-view.ts'

const shownDays = 4

/** The card that paid for an order, or nulls if it was not paid by card. */
type OrderCard = { readonly cardBrand: string | null; readonly cardLast4: string | null }

export function describeSubscription(
  view: SubscriptionView,
  order: OrderCard & Keyed & Pick<Receipt, 'sellerId' | 'allowsPause'>,
  secret: string,
): SubscriptionOnPage {
  const { wire, recurrence, endsAt, nextChargeAt, isEnding } = view
  const price = nowText(view)
  return {
    state: stateOf(view),
    standing: [standingText(view), ...retryTexts(view)].join(' '),
    price: wire.taxAmount > 0 ? t('{price}, tax included', { price }) : price,
    paid: paidText(view),
    card: wire.canCancel || wire.needsCard ? cardOf(wire, order) : null,
    endsAt,
    cycle: cycleText(recurrence),
    next: nextPayments(view, shownDays),
    calendarPath: nextChargeAt === null && !isEnding ? null : purchasePath(order, secret, '/calendar.ics'),
    canChange: wire.canCancel || wire.canResume || wire.needsCard,
    pauses: pauseLinks(view, order, secret),
    reasonPath: view.asksForReason ? purchasePath(order, secret, '/cancel-reason') : null,
    hasSaidWhy: wire.left !== null,
    cancelPath: wire.canCancel ? cancelContractPath(order.sellerId, order, secret) : null,
  }
}

/** The card that a subscription is charged to, by default its order's. Null if there is none or it is unknown. */
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
  if (wire.pause !== null) return 'paused'
  return wire.needsCard ? 'payment failed' : 'active'
}

function paidText({ wire, recurrence, isOver }: SubscriptionView): string {
  const { paidCycles, payoffState } = wire
  const { cancelAfter: all } = recurrence
  if (payoffState === 'paid' && isOver)
    return t('{count, plural, one {# payment} other {# payments}}, then the rest in full', {
      count: paidCycles,
    })
  if (all > 0)
    return t('{paid} of {all, plural, one {# payment} other {# payments}}', { paid: paidCycles, all })
  return t('{count, plural, one {# payment} other {# payments}}', { count: paidCycles })
}

function retryTexts({ wire, formats }: SubscriptionView): string[] {
  if (wire.cardExpires && !wire.needsCard)
    return [t('Your card expires before then. Change it so that your subscription continues.')]
  if (!wire.needsCard) return []
  const { nextPaymentAttempt: next } = wire
  const day = next === null ? null : dayText(Date.parse(next), formats)
  return [
    ...(day === null ? [] : [t('We will try your card again on {day}.', { day })]),
    t('Use another card to pay now.'),
  ]
}
