import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { newPayment, pay, promiseOf, secretIn } from './buyer.ts'
import { planRace, type BuyerPlan, type RacePlan, type Strike } from './race-plan.ts'
import { settle } from './settle.ts'
import type { Answer, Shop } from './shop.ts'

const buyersAtOnce = 16

/** A race's summary. */
export type RaceReport = string

/**
 * Lets many buyers pay simultaneously while random faults strike. Once the faults have ended, the records
 * must match.
 */
export async function runRace(shop: Shop, seed: number, size: number): Promise<RaceReport> {
  const plan = planRace(seed, size)
  await shop.provider.setFaults(plan.faults)
  const buyers = buyAll(shop, plan.buyers)
  const strikes = await strikeUntil(shop, plan, buyers)
  await buyers
  await sendForgedEvent(shop)
  await shop.provider.setFaults({})
  await shop.provider.release()
  if (plan.isRestarted) {
    await shop.product.kill()
    await shop.product.start()
  }
  // After many failures, the product can stop calling the provider for thirty seconds, unless it is restarted.
  await settle(shop)
  return describe(shop, strikes)
}

/** Lets the planned buyers pay, sixteen at a time, and calls `onDone` when each has finished. */
export async function buyAll(
  shop: Shop,
  plans: readonly BuyerPlan[],
  onDone: () => void = () => undefined,
): Promise<void> {
  const waiting = [...plans]
  const work = async (): Promise<void> => {
    for (let plan = waiting.shift(); plan !== undefined; plan = waiting.shift()) {
      await buy(shop, plan)
      onDone()
    }
  }
  await Promise.all(Array.from({ length: buyersAtOnce }, work))
}

async function buy(shop: Shop, plan: BuyerPlan): Promise<void> {
  await sleep(plan.startsAfter)
  const payment = newPayment(shop.forms[plan.form], plan.card, {
    ...(plan.form === 'choice' && plan.price !== 'first' && { price: shop.prices[plan.price] }),
    ...(plan.hasCoupon && { coupon: shop.fewCoupons }),
  })
  const presses = [pay(shop, payment), ...(plan.isDoubleClick ? [pay(shop, payment)] : [])]
  let answer = clearest(await Promise.all(presses))
  for (const after of plan.repeatsAfter) {
    if (isClear(answer)) break
    await sleep(after)
    answer = await pay(shop, payment)
  }
  const clientSecret = secretIn(answer)
  if (clientSecret !== undefined && plan.authentication !== 'abandon') {
    // If the bank's page is down too, the buyer gives up.
    await shop.provider.authenticate(clientSecret, plan.authentication).catch(() => undefined)
  }
  if (plan.isRepeatedAtEnd) await pay(shop, payment)
}

function isClear(answer: Answer): boolean {
  return promiseOf(answer) !== undefined || secretIn(answer) !== undefined
}

function clearest(answers: readonly Answer[]): Answer {
  return answers.find(isClear) ?? answers[0]
}

/** Causes the planned faults until the buyers have finished, and returns those that happened. */
async function strikeUntil(shop: Shop, plan: RacePlan, buyers: Promise<void>): Promise<Strike['what'][]> {
  const done: Strike['what'][] = []
  for (const { after, what } of plan.strikes) {
    const isOver = await Promise.race([buyers.then(() => true), sleep(after, false)])
    if (isOver) break
    await strike(shop, plan, what)
    done.push(what)
  }
  return done
}

async function strike(shop: Shop, plan: RacePlan, what: Strike['what']): Promise<void> {
  const { product, sandbox, provider, store } = shop
  switch (what) {
    case 'kill product':
      await product.kill()
      return product.start()
    case 'kill sandbox':
      await sandbox.kill()
      await sandbox.start()
      return provider.setFaults(plan.faults)
    case 'cut connections':
      return store.cutConnections(product.pid())
  }
}

/** Sends a forged event, which must be rejected and leave nothing behind. */
async function sendForgedEvent({ url, store }: Shop): Promise<void> {
  const id = 'evt_forged'
  const response = await fetch(`${url}/api/webhooks/stripe-connect`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': `t=${Date.now()},v1=${'0'.repeat(64)}`,
    },
    body: JSON.stringify({ id, object: 'event', type: 'payment_intent.succeeded', data: { object: {} } }),
  })
  const stored = await store.query(
    z.object({ id: z.string() }),
    'select id from webhook_events where id = $1',
    [id],
  )
  if (response.status !== 400 || stored.length > 0) {
    throw new Error(`A forged event was answered ${response.status} and stored ${stored.length} times`)
  }
}

async function describe(shop: Shop, strikes: readonly Strike['what'][]): Promise<RaceReport> {
  const rows = await shop.store.query(
    z.object({ status: z.string(), count: z.coerce.number() }),
    'select status, count(*) from purchases group by status order by status',
  )
  const count = (what: Strike['what']): number => strikes.filter((one) => one === what).length
  return [
    ...rows.map(({ status, count: purchases }) => `${purchases} ${status}`),
    `product killed ${count('kill product')}x`,
    `sandbox killed ${count('kill sandbox')}x`,
    `connections cut ${count('cut connections')}x`,
  ].join(', ')
}
