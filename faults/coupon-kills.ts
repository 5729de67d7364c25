import { randomUUID } from 'node:crypto'
import { goodCard, newPayment, pay } from './buyer.ts'
import type { Shop } from './shop.ts'
import {
  confirmations,
  holding,
  intents,
  killProduct,
  letGo,
  setups,
  subscriptions,
  type Step,
  type Struck,
} from './strike.ts'

/** Kills the product while a purchase redeems a coupon. The buyer then clicks the same button again. */
export const couponKills: readonly Step[] = [
  {
    name: 'product killed while taking a coupon',
    async strike(shop) {
      const press = await pressWithLastPlace(shop, { form: shop.forms.usd })
      const lock = await shop.store.hold('lock table redemptions in share mode')
      const answered = press()
      await shop.store.untilWaiting(shop.product.pid(), 'insert into redemptions')
      await killProduct(shop, lock)
      await answered
      return { repeat: press }
    },
  },
  ...strikes('a coupon charge', ({ forms, prices }) => ({
    form: forms.choice,
    price: prices.team,
    called: charging,
  })),
  ...strikes('a reduced subscription begins', ({ forms, prices }) => ({
    form: forms.choice,
    price: prices.parts,
    called: beginning,
  })),
  ...strikes('a reduced first invoice is charged', ({ forms }) => ({
    form: forms.recurring,
    called: confirming,
  })),
  ...strikes('a card is saved for a price with nothing due today', ({ forms }) => ({
    form: forms.recurring,
    called: leaving,
    percentage: 100,
  })),
]

/** How to hold and recognize a call to the provider. */
type Called = { readonly path: string; readonly pattern: RegExp }

const charging: Called = { path: '/v1/payment_intents', pattern: intents }
const beginning: Called = { path: '/v1/subscriptions', pattern: subscriptions }
const confirming: Called = { path: '/v1/payment_intents/*/confirm', pattern: confirmations }
const leaving: Called = { path: '/v1/setup_intents/*/confirm', pattern: setups }

type Paid = Bought & { readonly called: Called }

type Bought = { readonly form: string; readonly price?: string; readonly percentage?: number }

/** Kills the product twice for each call: before the provider receives it, and after it has taken effect. */
function strikes(what: string, paid: (shop: Shop) => Paid): Step[] {
  return (['before', 'after'] as const).map((when) => ({
    name: `product killed ${when} ${what}`,
    strike: (shop, { isSilent }) => killWhilePaying(shop, `hold_${when}`, isSilent, paid(shop)),
  }))
}

async function killWhilePaying(
  shop: Shop,
  kind: 'hold_before' | 'hold_after',
  isSilent: boolean,
  { called, ...bought }: Paid,
): Promise<Struck> {
  const press = await pressWithLastPlace(shop, bought)
  await shop.provider.setFaults(holding(kind, called.path, true, isSilent))
  const answered = press()
  await shop.provider.untilHeld('POST', called.pattern)
  await shop.product.kill()
  await letGo(shop)
  await answered
  return { repeat: press }
}

async function pressWithLastPlace(
  shop: Shop,
  { form, price, percentage = 20 }: Bought,
): Promise<() => Promise<unknown>> {
  const coupon = `LAST-${randomUUID().slice(0, 8)}`
  await shop.seller.ask('POST', '/coupons', {
    code: coupon,
    title: 'The last use',
    kind: 'percent',
    percentage,
    lasts: 'cycles',
    cycles: 2,
    maxRedemptions: 1,
  })
  const payment = newPayment(form, goodCard, { coupon, ...(price !== undefined && { price }) })
  return () => pay(shop, payment)
}
