import { z } from 'zod'
import { newPayment, pay } from './buyer.ts'
import { settle } from './settle.ts'
import type { Shop } from './shop.ts'
import { holding, killProduct, letGo, type Step, type Struck, type Variant } from './strike.ts'

const hour = 60 * 60

/**
 * Kills the product while it records a renewal. These steps move the provider's clock and so need their own
 * shop: other steps could no longer find their requests by the provider's time.
 */
export const renewalKills: readonly Step[] = [
  {
    name: 'product killed before a renewal is recorded',
    strike: (shop, variant) => killWhileLocked(shop, variant, 'purchases'),
  },
  {
    name: 'product killed before a renewal is committed',
    strike: (shop, variant) => killWhileLocked(shop, variant, 'mails'),
  },
  {
    name: 'product killed while a renewal is read',
    async strike(shop, variant) {
      const { provider, product } = shop
      await subscribe(shop)
      await provider.setFaults(holding('hold_before', '/v1/invoices', true, variant.isSilent, 'GET'))
      await renew(shop)
      await provider.untilHeld('GET', /^\/v1\/invoices$/)
      await product.kill()
      await letGo(shop)
      return nothingToRepeat
    },
  },
]

/** Subscriptions renew while the buyer is away. */
const nothingToRepeat: Struck = { repeat: () => Promise.resolve(undefined) }

async function killWhileLocked(
  shop: Shop,
  { isSilent }: Variant,
  table: 'purchases' | 'mails',
): Promise<Struck> {
  const { provider, store, product } = shop
  await subscribe(shop)
  await provider.setFaults(isSilent ? { events: [{ type: '*', fault: { kind: 'drop' } }] } : {})
  const lock = await store.hold(`lock table ${table} in share mode`)
  await renew(shop)
  await store.untilWaiting(product.pid(), `insert into "${table}"`)
  await killProduct(shop, lock)
  return nothingToRepeat
}

/** Starts a subscription with daily payments and compares it with the provider. */
async function subscribe(shop: Shop): Promise<void> {
  const plan = { priceType: 'RecurringPrice', billingPeriod: 'Daily', cancelAfter: 0 }
  const form = await shop.seller.createForm({ amount: 12, ...plan })
  const answer = await pay(shop, newPayment(form))
  if (answer?.status !== 200) throw new Error('The first payment failed')
  await settle(shop)
}

/** Moves the provider's clock forward by a day, and makes the job due that finds renewals without events. */
async function renew({ provider, store }: Shop): Promise<void> {
  await provider.advance(26 * hour)
  const sql = `update subscriptions set next_check_at = now() where status = 'active'`
  await store.query(z.unknown(), sql)
}
