import type { RecurringPayments } from '#payments/purchases/payment-services.ts'
import { beginSubscription, chargeFirst, closeFirstInvoice, findFirstIntent } from '../begin/first-invoice.ts'
import { recordTrialPayer, resolveTrierCard } from '../trial/trial-starts.ts'
import { followPaidPurchase, recordSubscription, subscriptionOfOrder } from '../begin/begin-subscription.ts'

/** Recurring prices are subscriptions on Stripe, whose first invoice is the order. */
export const recurringPayments: RecurringPayments = {
  async know(services, order, recurrence) {
    const { trier } = recurrence
    return trier === null
      ? recurrence
      : { ...recurrence, trier: await resolveTrierCard(services, order, trier) }
  },
  record: recordSubscription,
  followPaid: followPaidPurchase,
  recordPayer: recordTrialPayer,
  async find(parts, purchase) {
    const subscription = await subscriptionOfOrder(parts.db, purchase)
    if (subscription === undefined) return undefined
    return {
      begin: (lines) => beginSubscription(parts, purchase, subscription, lines),
      charge: (intentId) => chargeFirst(parts, purchase, intentId),
      findIntent: (isLate) => findFirstIntent(parts, purchase, subscription, isLate),
      close: (intentId) => closeFirstInvoice(parts, subscription, intentId),
    }
  },
}
