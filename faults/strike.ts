import { newPayment, pay, type Payment } from './buyer.ts'
import type { FaultScript } from './provider.ts'
import type { Shop } from './shop.ts'

/** A way to interrupt a payment. */
export type Step = {
  readonly name: string
  /**
   * Starts a payment and causes a failure in the middle of it. Afterwards the product may be dead, but
   * nothing is held back.
   */
  readonly strike: (shop: Shop, variant: Variant) => Promise<Struck>
}

/** The interrupted action: a payment, or another action the buyer can repeat. */
export type Struck =
  | Payment
  | {
      readonly repeat: () => Promise<unknown>
      /** Checks the result once the records match. */
      readonly afterwards?: () => Promise<void>
    }

/** @property isSilent whether no event reports the payment, so that the product must find out on its own */
export type Variant = { readonly isSilent: boolean }

/* How the sandbox recognizes a request to hold or to break. */
export const intents = /^\/v1\/payment_intents$/
export const customers = /^\/v1\/customers$/
export const subscriptions = /^\/v1\/subscriptions$/
export const oneSubscription = /^\/v1\/subscriptions\/[^/]+$/
export const confirmations = /^\/v1\/payment_intents\/[^/]+\/confirm$/
export const setups = /^\/v1\/setup_intents\/[^/]+\/confirm$/
export const oneIntent = /^\/v1\/payment_intents\/[^/]+$/

export function begin(shop: Shop, payment = newPayment(shop.forms.usd)) {
  return { payment, answered: pay(shop, payment) }
}

export async function killWhileHeld(
  shop: Shop,
  { isSilent }: Variant,
  kind: 'hold_before' | 'hold_after',
  path: string,
  pattern: RegExp,
  form = shop.forms.usd,
): Promise<Payment> {
  const { provider, product } = shop
  await provider.setFaults(holding(kind, path, true, isSilent))
  const { payment, answered } = begin(shop, newPayment(form))
  await provider.untilHeld('POST', pattern)
  await product.kill()
  await letGo(shop)
  await answered
  return payment
}

/** A charged payment whose outcome waits for a lock and is not reported by any event. */
export async function holdOutcome(shop: Shop) {
  const { store, product, provider } = shop
  await provider.setFaults(holding('hold_after', '/v1/payment_intents', true, true))
  const { payment, answered } = begin(shop)
  await provider.untilHeld('POST', intents)
  const lock = await store.hold(`select from purchases where idempotency_key = '${payment.key}' for update`)
  await letGo(shop)
  await store.untilWaiting(product.pid(), 'with "buyer"')
  return { payment, answered, lock }
}

export async function killProduct(shop: Shop, lock: { release: () => Promise<void> }): Promise<void> {
  const pid = shop.product.pid()
  await shop.product.kill()
  await lock.release()
  await shop.store.untilGone(pid)
}

export function holding(
  kind: string,
  path: string,
  isOnce: boolean,
  isSilent: boolean,
  method = 'POST',
): FaultScript {
  return {
    calls: [{ method, path, fault: { kind }, ...(isOnce ? { times: 1 } : {}) }],
    events: isSilent ? [{ type: '*', fault: { kind: 'drop' } }] : [],
  }
}

/** Ends every fault and releases held requests. */
export async function letGo({ provider }: Shop): Promise<void> {
  await provider.setFaults({})
  await provider.release()
}
