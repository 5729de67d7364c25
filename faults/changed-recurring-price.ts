import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { newPayment, payShown } from './buyer.ts'
import type { Random } from '#foundation/values/random.ts'
import type { Shop } from './shop.ts'
import { checkPaid, viewPage } from './shown-price.ts'

const shownPrice = {
  priceType: 'RecurringPrice',
  billingPeriod: 'Monthly',
  billingInterval: 1,
  cancelAfter: 3,
}
const changes = [
  { amount: 15 },
  { amount: 9 },
  { billingPeriod: 'Weekly' },
  { billingInterval: 2 },
  { cancelAfter: 12 },
  { cancelAfter: 0 },
  { priceType: 'OneTimePrice' },
]

/**
 * A seller changes a recurring price or its schedule while a buyer pays. The subscription must start as the
 * page showed it.
 */
export async function changedRecurringPrice(shop: Shop, random: Random): Promise<string[]> {
  const { ask, createForm } = shop.seller
  const form = await createForm({ amount: 12, ...shownPrice })
  const { quote, total } = await viewPage(shop, form)
  const payment = newPayment(form)
  const change = random.pick(changes)
  const [answer] = await Promise.all([
    sleep(random.below(15)).then(() => payShown(shop, payment, { quote })),
    sleep(random.below(15)).then(() =>
      ask('PATCH', `/forms/${form}`, { isDetailUpdate: false, ...shownPrice, ...change }),
    ),
  ])
  return [...(await checkPaid(shop, payment.key, answer, total)), ...(await checkPlan(shop, payment.key))]
}

const begun = z.object({
  billingPeriod: z.string().nullable(),
  interval: z.number().nullable(),
  cycles: z.number().nullable(),
})

async function checkPlan({ store }: Shop, key: string): Promise<string[]> {
  const sql = `select s.billing_period as "billingPeriod", s.billing_interval as interval, s.cancel_after as cycles
    from purchases p left join subscriptions s on s.order_id = p.id where p.idempotency_key = $1`
  const [made] = await store.query(begun, sql, [key])
  const isShown =
    made === undefined || (made.billingPeriod === 'Monthly' && made.interval === 1 && made.cycles === 3)
  return isShown ? [] : [`a subscription that was not shown began: ${JSON.stringify(made)}`]
}
