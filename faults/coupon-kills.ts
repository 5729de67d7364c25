import { randomUUID } from 'node:crypto'
import { newPayment, payShown } from './buyer.ts'
import type { Shop } from './shop.ts'
import { holding, intents, killProduct, letGo, type Step, type Struck } from './strike.ts'

/** Kills of the product while a purchase takes the last place of a coupon; who repeats presses the same button again. */
export const couponKills: readonly Step[] = [
  {
    name: 'product killed while taking a coupon',
    async strike(shop) {
      const press = await pressWithLastPlace(shop)
      const lock = await shop.store.hold('lock table redemptions in share mode')
      const answered = press()
      await shop.store.untilWaiting(shop.product.pid(), 'insert into redemptions')
      await killProduct(shop, lock)
      await answered
      return { repeat: press }
    },
  },
  {
    name: 'product killed before a coupon charge',
    strike: (shop, { isSilent }) => killWhilePaying(shop, 'hold_before', isSilent),
  },
  {
    name: 'product killed after a coupon charge',
    strike: (shop, { isSilent }) => killWhilePaying(shop, 'hold_after', isSilent),
  },
]

async function killWhilePaying(
  shop: Shop,
  kind: 'hold_before' | 'hold_after',
  isSilent: boolean,
): Promise<Struck> {
  const press = await pressWithLastPlace(shop)
  await shop.provider.setFaults(holding(kind, '/v1/payment_intents', true, isSilent))
  const answered = press()
  await shop.provider.untilHeld('POST', intents)
  await shop.product.kill()
  await letGo(shop)
  await answered
  return { repeat: press }
}

async function pressWithLastPlace(shop: Shop): Promise<() => Promise<unknown>> {
  const coupon = `LAST-${randomUUID().slice(0, 8)}`
  await shop.seller.ask('POST', '/coupons', {
    code: coupon,
    title: 'The last place',
    kind: 'percent',
    percentage: 20,
    maxRedemptions: 1,
  })
  const payment = newPayment(shop.forms.usd)
  return () => payShown(shop, payment, { coupon })
}
