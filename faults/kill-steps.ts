import { authenticatedCard, newPayment, pay, secretIn, type Payment } from './buyer.ts'
import { hurry, settle } from './settle.ts'
import type { Shop } from './shop.ts'

/** A way to strike in the middle of a payment. */
export type Step = {
  readonly name: string
  /** Begins a payment and strikes; leaves the product dead or alive, and nothing held. */
  readonly strike: (shop: Shop, variant: Variant) => Promise<Payment>
}

/** @property isSilent no event tells of the payment, so that the product has to find out by itself */
export type Variant = { readonly isSilent: boolean }

const intents = /^\/v1\/payment_intents$/
const customers = /^\/v1\/customers$/
const oneIntent = /^\/v1\/payment_intents\/[^/]+$/

/** Kills of the product, each at another moment of paying. */
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
      const lock = await store.hold('lock table mails in share mode')
      const { payment, answered } = begin(shop)
      await store.untilWaiting(product.pid(), 'insert into "mails"')
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
    name: 'product killed while an event is worked off',
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

/** What else can end in the middle of a payment. */
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
    name: 'charge that takes place after it was given up',
    async strike(shop, { isSilent }) {
      const slow = { method: 'POST', path: '/v1/payment_intents', times: 1 }
      await shop.provider.setFaults({
        calls: [{ ...slow, fault: { kind: 'slow', ms: 9_000 } }],
        events: isSilent ? [{ type: '*', fault: { kind: 'drop' } }] : [],
      })
      const { payment, answered } = begin(shop)
      await answered
      // The next one looks at the payment at once, while its charge is still on its way.
      await shop.product.kill()
      return payment
    },
  },
  {
    name: 'charge request that arrives after it was given up',
    async strike(shop, variant) {
      const { provider, product } = shop
      const payment = await killWhileHeld(shop, variant, 'hold_before', '/v1/payment_intents', intents)
      const request = await provider.lastRequest('POST', intents)
      await hurry(shop)
      await product.start()
      await settle(shop)
      const status = await provider.send(request)
      if (status !== 400) throw new Error(`The late request was answered ${status}`)
      return payment
    },
  },
]

function begin(shop: Shop, payment = newPayment(shop.forms.usd)) {
  return { payment, answered: pay(shop, payment) }
}

async function killWhileHeld(
  shop: Shop,
  { isSilent }: Variant,
  kind: 'hold_before' | 'hold_after',
  path: string,
  pattern: RegExp,
): Promise<Payment> {
  const { provider, product } = shop
  await provider.setFaults(holding(kind, path, true, isSilent))
  const { payment, answered } = begin(shop)
  await provider.untilHeld('POST', pattern)
  await product.kill()
  await letGo(shop)
  await answered
  return payment
}

/** A payment whose charge took place and whose outcome waits for a lock, with no event to record it instead. */
async function holdOutcome(shop: Shop) {
  const { store, product, provider } = shop
  await provider.setFaults(holding('hold_after', '/v1/payment_intents', true, true))
  const { payment, answered } = begin(shop)
  await provider.untilHeld('POST', intents)
  const lock = await store.hold(`select from purchases where idempotency_key = '${payment.key}' for update`)
  await letGo(shop)
  await store.untilWaiting(product.pid(), 'update "purchases"')
  return { payment, answered, lock }
}

async function killProduct(shop: Shop, lock: { release: () => Promise<void> }): Promise<void> {
  const pid = shop.product.pid()
  await shop.product.kill()
  await lock.release()
  await shop.store.untilGone(pid)
}

async function killSandbox(
  shop: Shop,
  { isSilent }: Variant,
  kind: 'hold_before' | 'hold_after',
): Promise<Payment> {
  const { provider, sandbox } = shop
  await provider.setFaults(holding(kind, '/v1/payment_intents', true, isSilent))
  const { payment, answered } = begin(shop)
  await provider.untilHeld('POST', intents)
  await sandbox.kill()
  await sandbox.start()
  await answered
  return payment
}

function holding(kind: string, path: string, isOnce: boolean, isSilent: boolean, method = 'POST') {
  return {
    calls: [{ method, path, fault: { kind }, ...(isOnce ? { times: 1 } : {}) }],
    events: isSilent ? [{ type: '*', fault: { kind: 'drop' } }] : [],
  }
}

/** Ends every fault, and lets go what they hold. */
async function letGo({ provider }: Shop): Promise<void> {
  await provider.setFaults({})
  await provider.release()
}
