// Race conditions with prices, timers, recurring prices, offers and refunds: whatever changes, the buyer pays
// the price they saw.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { newPayment, payShown } from './buyer.ts'
import { offerTwice } from './changed-offers.ts'
import { changedRecurringPrice } from './changed-recurring-price.ts'
import { randomFrom, type Random } from '#foundation/values/random.ts'
import { settle } from './settle.ts'
import type { Shop } from './shop.ts'
import { checkPaid, viewPage, type Trial } from './shown-price.ts'

const trialsAtOnce = 5

/** Runs every kind of race in turn, some in parallel, each with its own seed. In the end the records must match. */
export async function runChanges(shop: Shop, seed: number, trials: number): Promise<string> {
  const random = randomFrom(seed)
  await shop.provider.setFaults(planFaults(random))
  const broken: string[] = []
  const waiting = Array.from({ length: trials }, (_, index) => ({ index, seed: random.below(1e9) }))
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, trial] = kinds[next.index % kinds.length] ?? ['price', changedPrice]
      const found = await trial(shop, randomFrom(next.seed))
      broken.push(...found.map((text) => `trial ${next.index} (${name}): ${text}`))
    }
  }
  await Promise.all(Array.from({ length: trialsAtOnce }, work))
  await shop.provider.setFaults({})
  await settle(shop)
  if (broken.length > 0) throw new Error(`Promises were broken:\n  ${broken.join('\n  ')}`)
  return `${trials} trials, ${describeAnswers(shop)}`
}

/** How many responses with each status buyers got. */
function describeAnswers({ answers }: Shop): string {
  const statuses = [...answers.values()].flat().map((answer) => answer?.status ?? 0)
  const kindsOfAnswer = [...new Set(statuses)].toSorted((a, b) => a - b)
  return kindsOfAnswer
    .map((status) => `${statuses.filter((one) => one === status).length} answered ${status}`)
    .join(', ')
}

const kinds: readonly (readonly [string, Trial])[] = [
  ['a changed price', changedPrice],
  ['an expiring timer', expiringTimer],
  ['two refunds at once', refundsAtOnce],
  ['an offer accepted twice', offerTwice],
  ['a changed recurring price', changedRecurringPrice],
]

/** Random faults: calls fail before or after their effect, and events are duplicated, delayed, reordered or lost. */
export function planFaults(random: Random): { calls: object[]; events: object[] } {
  const rules = [
    { method: 'POST', path: '/v1/customers', probability: 0.05 },
    { method: 'POST', path: '/v1/payment_intents', probability: 0.2 },
    { method: 'POST', path: '/v1/refunds', probability: 0.2 },
    { method: 'POST', path: '/v1/subscriptions', probability: 0.15 },
    { method: 'POST', path: '/v1/payment_intents/*/confirm', probability: 0.2 },
    { method: 'POST', path: '/v1/payment_intents/*/cancel', probability: 0.1 },
  ]
  const faults = [
    { kind: 'error', status: 500, stored: false },
    { kind: 'rate_limit' },
    { kind: 'cut_before' },
    { kind: 'cut_after' },
    { kind: 'cut_after' },
    { kind: 'slow', ms: 300 },
  ]
  const calls = rules.flatMap(({ method, path, probability }) =>
    Array.from({ length: 300 }, (_, index) => index + 1)
      .filter(() => random.chance(probability))
      .map((nth) => ({ method, path, nth, fault: random.pick(faults) })),
  )
  // Uses each kind of timeout only once, because timeouts are the slowest faults.
  const silent = ['timeout_before', 'timeout_after'].map((kind, index) => ({
    method: 'POST',
    path: '/v1/payment_intents',
    nth: 3 + index,
    fault: { kind },
  }))
  const events = [
    { fault: { kind: 'drop' }, probability: 0.1 },
    { fault: { kind: 'duplicate', times: 2 }, probability: 0.2 },
    { fault: { kind: 'reorder' }, probability: 0.3 },
    { fault: { kind: 'delay', ms: 1_000 }, probability: 0.2 },
  ].map((rule) => ({ type: '*', seed: random.below(1_000_000), ...rule }))
  return { calls: [...silent, ...calls], events }
}

const id = z.object({ id: z.string() })

/** A seller changes or deletes a price, tax, bump or timer while a buyer pays the price they saw. */
async function changedPrice(shop: Shop, random: Random): Promise<string[]> {
  const { addPicture, ask, createForm } = shop.seller
  const tax = id.parse(await ask('POST', '/taxes', { title: 'VAT', percentage: 20, inclusive: false })).id
  const bump = id.parse(
    await ask('POST', '/bumps', {
      title: 'A set of brushes',
      image: await addPicture(),
      description: 'Soft',
      amount: 9,
      currency: 'usd',
    }),
  ).id
  const timer = { title: 'Soon over', timestamp: Date.now() + 3_600_000, amount: 99 }
  const form = await createForm({ amount: 49, taxId: tax, bumps: [bump], timers: [timer] })
  const change = (fields: object) => () =>
    ask('PATCH', `/forms/${form}`, { isDetailUpdate: false, ...fields })
  const changes = [
    change({ amount: 59 }),
    change({ amount: 39 }),
    change({ taxId: null }),
    change({ bumps: [] }),
    change({ timers: [] }),
    change({ timers: [{ ...timer, timestamp: Date.now() - 1_000 }] }),
    () => ask('PATCH', `/bumps/${bump}`, { amount: 12 }),
    () => ask('DELETE', `/bumps/${bump}`),
    () => ask('PATCH', `/taxes/${tax}`, { percentage: 25 }),
    () => ask('DELETE', `/taxes/${tax}`),
    () => ask('DELETE', `/forms/${form}`),
  ]
  const { quote, total } = await viewPage(shop, form)
  const withBump = total + 1_080
  const bumps = random.chance(0.5) ? [bump] : []
  const payment = newPayment(form)
  const [answer] = await Promise.all([
    sleep(random.below(15)).then(() => payShown(shop, payment, { quote, bumps })),
    sleep(random.below(15)).then(random.pick(changes)),
  ])
  return checkPaid(shop, payment.key, answer, bumps.length > 0 ? withBump : total)
}

/** A buyer pays within 5 ms of the deadline at which the price rises. */
async function expiringTimer(shop: Shop, random: Random): Promise<string[]> {
  const deadline = Date.now() + 1_500
  const form = await shop.seller.createForm({
    amount: 49,
    priceGracePeriod: 0,
    timers: [{ title: 'Soon over', timestamp: deadline, amount: 99 }],
  })
  const { quote, total } = await viewPage(shop, form)
  const payment = newPayment(form)
  await sleep(Math.max(0, deadline + random.between(-5, 5) - Date.now()))
  const answer = await payShown(shop, payment, { quote, bumps: [] })
  return checkPaid(shop, payment.key, answer, total)
}

const outcome = z.object({ status: z.string(), purchaseId: z.string() })

/** Two simultaneous refunds together exceed what was paid. */
async function refundsAtOnce(shop: Shop, random: Random): Promise<string[]> {
  const answer = await payShown(shop, newPayment(shop.forms.usd), {})
  const paid = outcome.safeParse(answer?.body).data
  if (answer?.status !== 200 || paid?.status !== 'paid') return []
  const amounts = [random.between(2_500, 4_999), random.between(2_500, 4_999)]
  const answers = await Promise.all(
    amounts.map(async (minor) => {
      await sleep(random.below(5))
      return shop.seller
        .ask('POST', `/sales/${paid.purchaseId}/refunds`, { amount: minor / 100 })
        .then(() => minor)
        .catch((error: unknown) => (String(error).includes(' answered 422') ? 0 : -1))
    }),
  )
  const given = answers.filter((minor) => minor > 0)
  return [
    ...(given.length === 1 || answers.includes(-1) ? [] : [`${given.length} of two refunds were accepted`]),
    ...(given.reduce((sum, minor) => sum + minor, 0) > 4_999 ? ['more was refunded than paid'] : []),
  ]
}
