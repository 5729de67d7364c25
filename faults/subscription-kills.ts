import { newPayment } from './buyer.ts'
import {
  begin,
  confirmations,
  holding,
  killProduct,
  killWhileHeld,
  letGo,
  subscriptions,
  type Step,
} from './strike.ts'

const confirming = '/v1/payment_intents/*/confirm'

/**
 * Kills the product during a recurring price's first payment, mostly between creating the subscription and charging it.
 */
export const subscriptionKills: readonly Step[] = [
  {
    name: 'product killed before a subscription begins',
    strike: (shop, variant) =>
      killWhileHeld(shop, variant, 'hold_before', '/v1/subscriptions', subscriptions, shop.forms.recurring),
  },
  {
    name: 'product killed after a subscription has begun',
    strike: (shop, variant) =>
      killWhileHeld(shop, variant, 'hold_after', '/v1/subscriptions', subscriptions, shop.forms.recurring),
  },
  {
    name: 'product killed before a first invoice is charged',
    strike: (shop, variant) =>
      killWhileHeld(shop, variant, 'hold_before', confirming, confirmations, shop.forms.recurring),
  },
  {
    name: 'product killed after a first invoice was charged',
    strike: (shop, variant) =>
      killWhileHeld(shop, variant, 'hold_after', confirming, confirmations, shop.forms.recurring),
  },
  {
    name: 'product killed before a first invoice is recorded',
    async strike(shop) {
      const { store, product, provider } = shop
      await provider.setFaults(holding('hold_after', confirming, true, true))
      const { payment, answered } = begin(shop, newPayment(shop.forms.recurring))
      await provider.untilHeld('POST', confirmations)
      const lock = await store.hold(
        `select from purchases where idempotency_key = '${payment.key}' for update`,
      )
      await letGo(shop)
      await store.untilWaiting(product.pid(), 'with "buyer"')
      await killProduct(shop, lock)
      await answered
      return payment
    },
  },
]
