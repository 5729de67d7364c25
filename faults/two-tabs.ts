// One buyer in two tabs, each with its own server process and payment method, while webhooks and jobs settle the same
// purchases.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { authenticatedCard, goodCard, newPayment, pay, type Payment } from './buyer.ts'
import { answerOffer } from './changed-offers.ts'
import { planFaults } from './changes.ts'
import { methods } from './methods.ts'
import { randomFrom, type Random } from '#foundation/values/random.ts'
import { settle } from './settle.ts'
import type { Answer, Shop } from './shop.ts'

const trialsAtOnce = 5
const means = [...methods, goodCard, authenticatedCard]

const begun = z.object({
  status: z.enum(['paid', 'failed', 'requires_action', 'processing']),
  purchaseId: z.string(),
  secret: z.string(),
  clientSecret: z.string().optional(),
})
type Begun = z.output<typeof begun>

/** The statuses that this buyer's responses reported, and the wrong ones among them. */
type Heard = { readonly said: Begun[]; readonly broken: string[] }

/**
 * Each buyer pays in two tabs, goes to the bank, returns there or elsewhere, gives up or closes the tab,
 * while events arrive late, twice, reordered or never and the reconciler runs. A buyer who does not confirm a
 * second purchase must pay only once. Every final response must be true, and nothing may be delivered before
 * it is paid.
 */
export async function runTwoTabs(shop: Shop, seed: number, trials: number): Promise<string> {
  const random = randomFrom(seed)
  const other = await secondProcess(shop)
  const form = await sellInEuros(shop)
  await shop.provider.setFaults(planFaults(random))
  const broken: string[] = []
  const tally = new Map<string, number>()
  const waiting = Array.from({ length: trials }, (_, index) => ({ index, seed: random.below(1e9) }))
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { index } = next
      const trial = await buyInTwoTabs([shop, other], form, randomFrom(next.seed))
      checks.push(async () => {
        const { found, ends } = await judge(shop, trial)
        broken.push(...found.map((text) => `trial ${index}: ${text}`))
        for (const end of ends) tally.set(end, (tally.get(end) ?? 0) + 1)
      })
    }
  }
  const checks: (() => Promise<void>)[] = []
  await Promise.all(Array.from({ length: trialsAtOnce }, work))
  await shop.provider.setFaults({})
  await settle(shop)
  for (const check of checks) await check()
  if (broken.length > 0) throw new Error(`Promises were broken:\n  ${broken.join('\n  ')}`)
  const ends = [...tally].toSorted(([a], [b]) => a.localeCompare(b)).map(([end, count]) => `${count} ${end}`)
  return `${trials} buyers in two tabs, ${ends.join(', ')}`
}

const processes = new WeakMap<Shop, Promise<Shop>>()

/** One additional process for all rounds that use the same shop. */
function secondProcess(shop: Shop): Promise<Shop> {
  const known = processes.get(shop) ?? shop.addProduct()
  processes.set(shop, known)
  return known
}

const id = z.object({ id: z.string() })

async function sellInEuros({ seller }: Shop): Promise<string> {
  const offer = id.parse(
    await seller.ask('POST', '/one-time-offers', {
      title: 'A set of brushes',
      image: await seller.addPicture(),
      description: 'Soft',
      amount: 19.9,
      currency: 'eur',
    }),
  ).id
  return seller.createForm({ amount: 49.99, currency: 'eur', oneTimeOffer: offer })
}

type Tab = { readonly shop: Shop; readonly payment: Payment }
type Done = { readonly form: string; readonly email: string; readonly heard: Heard }

async function buyInTwoTabs(shops: readonly Shop[], form: string, random: Random): Promise<Done> {
  const { email } = newPayment(form)
  const heard: Heard = { said: [], broken: [] }
  const tabs = shops.map((shop): Tab => ({
    shop,
    payment: { ...newPayment(form, random.pick(means)), email },
  }))
  await Promise.all(
    tabs.map(async (tab, index) => {
      await sleep(random.below(2) * random.below(400))
      await buyInTab(tab, shops[1 - index] ?? tab.shop, heard, random)
    }),
  )
  return { form, email, heard }
}

/** The buyer's click, and other events at the same moment, half of them in the other process. */
async function buyInTab({ shop, payment }: Tab, other: Shop, heard: Heard, random: Random): Promise<void> {
  const one = listen(heard, await pay(shop, payment))
  if (one === undefined) return
  const { purchaseId, clientSecret } = one
  const soon = async (act: () => Promise<unknown>): Promise<void> => {
    await sleep(random.below(120))
    await act()
  }
  const ask = async (at: Shop, what: 'state' | 'cancel') => listen(heard, await askFor(at, one, what))
  const decision = random.pick(['complete', 'complete', 'fail'] as const)
  await Promise.all([
    ...(clientSecret === undefined || random.chance(0.15)
      ? []
      : [soon(() => shop.provider.authenticate(clientSecret, decision).catch(() => undefined))]),
    soon(() => ask(shop, 'state')),
    soon(() => ask(other, 'state')),
    ...(random.chance(0.25) ? [soon(() => ask(other, 'cancel'))] : []),
    soon(() => lookAtOnce(shop, purchaseId)),
  ])
  const last = await ask(shop, 'state')
  if (last?.status === 'processing') await expectClosed(other, last, heard)
  if (random.chance(0.3)) listen(heard, await pay(other, payment))
}

/** Lets the reconciler check the purchase. */
async function lookAtOnce({ store }: Shop, purchaseId: string): Promise<void> {
  await store.query(
    z.unknown(),
    'update purchases set next_check_at = now() where id = $1 and next_check_at > now()',
    [purchaseId],
  )
}

async function askFor(
  { url }: Shop,
  { purchaseId, secret }: Begun,
  what: 'state' | 'cancel',
): Promise<Answer> {
  try {
    const response = await fetch(`${url}/api/stripe/purchases/${purchaseId}/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret }),
      signal: AbortSignal.timeout(30_000),
    })
    return { status: response.status, body: await response.json() }
  } catch {
    return undefined
  }
}

function listen({ said, broken }: Heard, answer: Answer): Begun | undefined {
  const one = begun.safeParse(answer?.body).data
  if (one !== undefined) said.push(one)
  const isExpected = answer === undefined || [200, 402, 409, 503].includes(answer.status)
  if (!isExpected) broken.push(`answered ${answer.status}`)
  return one
}

/** A payment that the bank is processing must not deliver anything yet: the response says so, and no offer is shown. */
async function expectClosed(shop: Shop, one: Begun, { broken }: Heard): Promise<void> {
  const answer = await answerOffer(shop, { ...one, status: 'paid' }, 'current')
  const offer = z.object({ offer: z.object({ id: z.string() }).nullable() }).safeParse(answer?.body)
    .data?.offer
  const now = begun.safeParse((await askFor(shop, one, 'state'))?.body).data
  if (offer && now?.status !== 'paid') broken.push(`${one.purchaseId} shows an offer before it is paid`)
}

const ended = z.object({ id: z.string(), status: z.string(), method: z.string().nullable() })

/** The outcome for one buyer after everything has settled. */
async function judge({ store }: Shop, { form, email, heard }: Done) {
  const rows = await store.query(
    ended,
    'select id, status, payment_method_type as method from purchases where form_id = $1 and email = $2',
    [form, email],
  )
  const paid = rows.filter(({ status }) => status === 'paid')
  const lies = heard.said.filter(
    ({ purchaseId, status }) =>
      (status === 'paid' || status === 'failed') &&
      paid.some(({ id: one }) => one === purchaseId) !== (status === 'paid'),
  )
  return {
    found: [
      ...heard.broken,
      ...(paid.length > 1 ? [`${email} has paid ${paid.length} times`] : []),
      ...lies.map(({ purchaseId, status }) => `${purchaseId} was said to be ${status}`),
    ],
    ends: rows.map(({ status, method }) => `${status} by ${method ?? 'nothing'}`),
  }
}
