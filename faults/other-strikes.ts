import { pay, type Payment } from './buyer.ts'
import { hurry, settle } from './settle.ts'
import type { Shop } from './shop.ts'
import {
  begin,
  holding,
  holdOutcome,
  intents,
  killWhileHeld,
  letGo,
  type Step,
  type Variant,
} from './strike.ts'

/** Failures in the middle of a payment, other than kills. */
export const otherStrikes: readonly Step[] = [
  {
    name: 'product asked to stop during the charge',
    async strike(shop) {
      const { product, provider } = shop
      await provider.setFaults(holding('hold_after', '/v1/payment_intents', true, false))
      const { payment, answered } = begin(shop)
      await provider.untilHeld('POST', intents)
      const exited = product.terminate()
      await provider.release()
      const [answer, code] = [await answered, await exited]
      await letGo(shop)
      if (answer?.status !== 200) throw new Error(`The buyer was answered ${answer?.status ?? 'nothing'}`)
      if (code !== 0) throw new Error(`The product ended with ${code}`)
      return payment
    },
  },
  {
    name: 'sandbox killed before the charge',
    strike: (shop, variant) => killSandbox(shop, variant, 'hold_before'),
  },
  {
    name: 'sandbox killed after the charge',
    strike: (shop, variant) => killSandbox(shop, variant, 'hold_after'),
  },
  {
    name: 'sandbox killed after the charge and unreachable while the buyer waits',
    strike: (shop, variant) => killSandbox(shop, variant, 'hold_after', true),
  },
  {
    name: 'database connections cut before the intent is recorded',
    async strike(shop) {
      const { store, product } = shop
      const lock = await store.hold('lock table purchases in share mode')
      const { payment, answered } = begin(shop)
      await store.untilWaiting(product.pid(), 'insert into "purchases"')
      await store.cutConnections(product.pid())
      await lock.release()
      await answered
      return payment
    },
  },
  {
    name: 'database connections cut before the outcome is recorded',
    async strike(shop) {
      const { payment, answered, lock } = await holdOutcome(shop)
      await shop.store.cutConnections(shop.product.pid())
      await lock.release()
      await answered
      return payment
    },
  },
  {
    name: 'charge that succeeds while the product blocks it',
    async strike(shop, { isSilent }) {
      const slow = { method: 'POST', path: '/v1/payment_intents', times: 1 }
      await shop.provider.setFaults({
        calls: [{ ...slow, fault: { kind: 'slow', ms: 9_000 } }],
        events: isSilent ? [{ type: '*', fault: { kind: 'drop' } }] : [],
      })
      const { payment, answered } = begin(shop)
      await answered
      // The next process checks the payment immediately, while it is still being charged.
      await shop.product.kill()
      return payment
    },
  },
  {
    name: 'product killed before the charge, and Stripe stores an error for blocking it',
    async strike(shop, variant) {
      const { provider, product } = shop
      const payment = await killWhileHeld(shop, variant, 'hold_before', '/v1/payment_intents', intents)
      const fault = { kind: 'error', status: 500, stored: true }
      await provider.setFaults({
        calls: [{ method: 'POST', path: '/v1/payment_intents', times: 1, fault }],
      })
      await hurry(shop)
      await product.start()
      return payment
    },
  },
  {
    name: 'product killed after the charge, and the form is deleted before the buyer asks again',
    async strike(shop, variant) {
      const { product, seller } = shop
      const form = await seller.createForm({ amount: 49.99 })
      const payment = await killWhileHeld(shop, variant, 'hold_after', '/v1/payment_intents', intents, form)
      await product.start()
      await seller.ask('DELETE', `/forms/${form}`)
      await pay(shop, payment)
      return payment
    },
  },
  {
    name: 'charge request that arrives after it was blocked',
    async strike(shop, variant) {
      const { provider, product } = shop
      const payment = await killWhileHeld(shop, variant, 'hold_before', '/v1/payment_intents', intents)
      const request = await provider.lastRequest('POST', intents)
      await hurry(shop)
      await product.start()
      await settle(shop)
      const refusal = await provider.send(request)
      if (refusal !== 'idempotency_error') throw new Error(`The late request got ${refusal ?? 'through'}`)
      return payment
    },
  },
]

async function killSandbox(
  shop: Shop,
  { isSilent }: Variant,
  kind: 'hold_before' | 'hold_after',
  isAway = false,
): Promise<Payment> {
  const { provider, sandbox } = shop
  await provider.setFaults(holding(kind, '/v1/payment_intents', true, isSilent))
  const { payment, answered } = begin(shop)
  await provider.untilHeld('POST', intents)
  await sandbox.kill()
  if (isAway) await answered
  await sandbox.start()
  await answered
  return payment
}
