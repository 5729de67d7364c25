import { authenticatedCard, newPayment, pay, secretIn } from './buyer.ts'
import {
  begin,
  customers,
  holding,
  holdOutcome,
  intents,
  killProduct,
  killWhileHeld,
  letGo,
  oneIntent,
  type Step,
} from './strike.ts'

/** Kills the product at different moments of a payment. */
export const productKills: readonly Step[] = [
  {
    name: 'product killed before the intent is recorded',
    async strike(shop) {
      const { store, product } = shop
      const lock = await store.hold('lock table purchases in share mode')
      const { payment, answered } = begin(shop)
      await store.untilWaiting(product.pid(), 'insert into "purchases"')
      await killProduct(shop, lock)
      await answered
      return payment
    },
  },
  {
    name: 'product killed before the customer is made',
    strike: (shop, variant) => killWhileHeld(shop, variant, 'hold_before', '/v1/customers', customers),
  },
  {
    name: 'product killed before the charge',
    strike: (shop, variant) => killWhileHeld(shop, variant, 'hold_before', '/v1/payment_intents', intents),
  },
  {
    name: 'product killed after the charge',
    strike: (shop, variant) => killWhileHeld(shop, variant, 'hold_after', '/v1/payment_intents', intents),
  },
  {
    name: 'product killed before the outcome is recorded',
    async strike(shop) {
      const { payment, answered, lock } = await holdOutcome(shop)
      await killProduct(shop, lock)
      await answered
      return payment
    },
  },
  {
    name: 'product killed before the outcome is committed',
    async strike(shop) {
      const { store, product } = shop
      // A trigger writes to this table after the rest of the outcome.
      const lock = await store.hold('lock table customer_totals in share mode')
      const { payment, answered } = begin(shop)
      await store.untilWaiting(product.pid(), 'with "buyer"')
      await killProduct(shop, lock)
      await answered
      return payment
    },
  },
  {
    name: 'product killed while an event is stored',
    async strike(shop) {
      const { store, product, provider } = shop
      const lock = await store.hold('lock table webhook_events in share mode')
      await provider.setFaults(holding('hold_after', '/v1/payment_intents', true, false))
      const { payment, answered } = begin(shop)
      await provider.untilHeld('POST', intents)
      await store.untilWaiting(product.pid(), 'insert into "webhook_events"')
      await killProduct(shop, lock)
      await letGo(shop)
      await answered
      return payment
    },
  },
  {
    name: 'product killed while an event is processed',
    async strike(shop) {
      const { product, provider } = shop
      const payment = newPayment(shop.forms.usd, authenticatedCard)
      const clientSecret = secretIn(await pay(shop, payment))
      if (clientSecret === undefined) throw new Error('The payment does not wait for authentication')
      await provider.setFaults(holding('hold_before', '/v1/payment_intents/*', false, false, 'GET'))
      await provider.authenticate(clientSecret, 'complete')
      await provider.untilHeld('GET', oneIntent)
      await product.kill()
      await letGo(shop)
      return payment
    },
  },
]
