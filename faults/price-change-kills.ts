import { z } from 'zod'
import { newPayment, pay } from './buyer.ts'
import { hurry, settle } from './settle.ts'
import type { Shop } from './shop.ts'
import {
  holding,
  killProduct,
  letGo,
  oneSubscription,
  type Step,
  type Struck,
  type Variant,
} from './strike.ts'
import { until } from './until.ts'

const hour = 60 * 60
const [basic, pro] = [1200, 2400]

/**
 * A buyer's action on a daily plan. `read` returns the next payment as shown, and `changes` is the number of
 * earlier changes.
 */
type Deed = {
  readonly name: string
  readonly before: number
  readonly read: number
  readonly changes: number
  readonly ready: (shop: Shop) => Promise<Plan>
}
type Plan = {
  readonly id: string
  readonly order: string
  readonly secret: string
  readonly press: () => Promise<number | undefined>
}

const changing = { name: 'a change of plan', before: basic, read: pro, changes: 0, ready: readyToChange }
const undoing = { name: 'an undone change', before: pro, read: basic, changes: 1, ready: readyToUndo }

/**
 * Kills the product while a buyer changes their plan or undoes the change. The next renewal must charge
 * exactly what was requested and recorded. These steps move the provider's clock and so need their own shop.
 */
export const priceChangeKills: readonly Step[] = [changing, undoing].flatMap((deed: Deed) => [
  beforeRecord(deed),
  ...(['before', 'after'] as const).map((when): Step => ({
    name: `product killed ${when} the provider’s item is set for ${deed.name}`,
    strike: (shop, variant) => killAtItem(shop, variant, deed, when),
  })),
  beforeOutcome(deed),
])

function beforeRecord(deed: Deed): Step {
  return {
    name: `product killed before ${deed.name} is recorded`,
    async strike(shop, { isSilent }) {
      const plan = await deed.ready(shop)
      if (isSilent) await shop.provider.setFaults(silence)
      const lock = await shop.store.hold('lock table purchase_transitions in share mode')
      const answered = plan.press()
      await shop.store.untilWaiting(shop.product.pid(), 'insert into "purchase_transitions"')
      await killProduct(shop, lock)
      await answered
      return struck(shop, plan, deed, false)
    },
  }
}

async function killAtItem(
  shop: Shop,
  { isSilent }: Variant,
  deed: Deed,
  when: 'before' | 'after',
): Promise<Struck> {
  const plan = await deed.ready(shop)
  await shop.provider.setFaults(holding(`hold_${when}`, '/v1/subscriptions/*', true, isSilent))
  const answered = plan.press()
  await shop.provider.untilHeld('POST', oneSubscription)
  await shop.product.kill()
  await letGo(shop)
  await answered
  return struck(shop, plan, deed, true)
}

function beforeOutcome(deed: Deed): Step {
  return {
    name: `product killed before the outcome of ${deed.name} is recorded`,
    async strike(shop) {
      const plan = await deed.ready(shop)
      await shop.provider.setFaults(holding('hold_after', '/v1/subscriptions/*', true, true))
      const answered = plan.press()
      await shop.provider.untilHeld('POST', oneSubscription)
      const lock = await shop.store.hold(`select from subscriptions where id = '${plan.id}' for update`)
      await letGo(shop)
      await shop.store.untilWaiting(shop.product.pid(), 'update "subscriptions"')
      await killProduct(shop, lock)
      await answered
      return struck(shop, plan, deed, true)
    },
  }
}

const silence = { events: [{ type: '*', fault: { kind: 'drop' } }] }

/** Checks that a recorded change takes effect without another click, and an unrecorded one only after another click. */
function struck(shop: Shop, plan: Plan, { before, read, changes }: Deed, isRecorded: boolean): Struck {
  let isAsked = isRecorded
  return {
    repeat: async () => {
      const status = await plan.press()
      if (status !== 200) throw new Error(`The repeated request was answered ${status}`)
      isAsked = true
    },
    afterwards: async () =>
      isAsked ? chargedAsRead(shop, plan, read, changes + 1) : chargedAsRead(shop, plan, before, changes),
  }
}

const agreed = z.object({ isSet: z.boolean(), mails: z.coerce.number(), changes: z.coerce.number() })

/**
 * Waits until the provider has the change and the buyer has the email, then renews the subscription and
 * checks the charge.
 */
async function chargedAsRead(
  shop: Shop,
  { id, order }: Plan,
  expected: number,
  changes: number,
): Promise<void> {
  const { store, provider } = shop
  const recorded = await until('a change of plan to be applied', async () => {
    const [found] = await store.query(
      agreed,
      `select not exists (
          select from jsonb_array_elements(coalesce(agreed_prices, '[]')) price where price->>'from' is null
        ) as "isSet",
        (select count(*) from mails where purchase_id = order_id and kind = 'price_changed') as mails,
        greatest(jsonb_array_length(coalesce(agreed_prices, '[]')) - 1, 0) as changes
      from subscriptions where id = $1`,
      [id],
    )
    if (found?.isSet === true && found.mails === found.changes) return found.changes
    await hurry(shop)
    return undefined
  })
  if (recorded !== changes) throw new Error(`${recorded} changes of plan are on record instead of ${changes}`)
  await provider.advance(26 * hour)
  await store.query(z.unknown(), 'update subscriptions set next_check_at = now() where id = $1', [id])
  await settle(shop)
  const totals = await store.query(
    z.object({ total: z.coerce.number() }),
    `select total from purchases where order_id = $1 and kind = 'renewal' order by created_at`,
    [order],
  )
  const charged = totals.map(({ total }) => total).join()
  if (charged !== String(expected))
    throw new Error(`${expected} was shown, but the renewal charged ${charged}`)
}

const tiers = {
  amount: basic / 100,
  priceType: 'RecurringPrice',
  billingPeriod: 'Daily',
  priceLabel: 'Basic',
  allowsPriceChange: true,
}
const paid = z.object({ status: z.literal('paid'), purchaseId: z.string(), secret: z.string() })
const form = z.object({ prices: z.tuple([z.object({ id: z.string() })]) })
const subscription = z.object({ id: z.string(), from: z.coerce.date() })

/** A buyer of "Basic" who is about to change to "Pro". */
async function readyToChange(shop: Shop): Promise<Plan> {
  const { store, seller } = shop
  const { priceType, billingPeriod } = tiers
  const prices = [{ label: 'Pro', amount: pro / 100, priceType, billingPeriod }]
  const formId = await seller.createForm({ ...tiers, prices })
  const [other] = form.parse(await seller.ask('GET', `/forms/${formId}`)).prices
  const { purchaseId, secret } = paid.parse((await pay(shop, newPayment(formId)))?.body)
  await settle(shop)
  const [row] = await store.query(
    subscription,
    'select id, current_period_end as from from subscriptions where order_id = $1',
    [purchaseId],
  )
  if (row === undefined) throw new Error('No subscription began')
  const body = { secret, price: other.id, total: pro, from: row.from.toISOString(), after: null }
  return { id: row.id, order: purchaseId, secret, press: () => press(shop, purchaseId, '/price', body) }
}

/** A buyer who has changed to "Pro" and is about to undo it. */
async function readyToUndo(shop: Shop): Promise<Plan> {
  const plan = await readyToChange(shop)
  if ((await plan.press()) !== 200) throw new Error('The plan was not changed')
  await settle(shop)
  const { id, order, secret } = plan
  const [last] = await shop.store.query(
    z.object({ change: z.string() }),
    `select agreed_prices->-1->>'id' as change from subscriptions where id = $1`,
    [id],
  )
  return { ...plan, press: () => press(shop, order, '/price/keep', { secret, change: last?.change }) }
}

/** Clicks the button and returns the response's status, or undefined if there was no response. */
async function press({ url }: Shop, order: string, path: string, body: object): Promise<number | undefined> {
  const headers = { 'content-type': 'application/json' }
  const address = `${url}/api/stripe/purchases/${order}/subscription${path}`
  return fetch(address, { method: 'POST', headers, body: JSON.stringify(body) }).then(
    ({ status }) => status,
    () => undefined,
  )
}
