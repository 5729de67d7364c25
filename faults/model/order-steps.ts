import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { withdraw as withdrawOnPage } from '#buying/withdrawal/test-withdrawals.ts'
import { changeCard } from '#payments/subscriptions/test-subscriptions.ts'
import { call, type Answer } from '#test-app.ts'
import type { Random } from '#foundation/values/random.ts'
import { accountOf, agree, askAs, letTimePass, now, type Run } from './act.ts'
import {
  cycleEnd,
  isPaid,
  returnable,
  sellingOf,
  taxed,
  type Bump,
  type Offer,
  type Purchase,
  type Subscription,
} from './world.ts'

const sequence = z.object({
  offer: z.object({ id: z.string(), price: z.object({ total: z.number() }) }).nullable(),
})
const paid = z.object({ status: z.literal('paid'), purchaseId: z.string(), secret: z.string() })
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
/** A renewal's invoice is charged an hour after the period ends. */
const charged = hour
/** How long a declined renewal is retried before the subscription ends. */
const triedFor = 15 * day

function ask(run: Run, { id, secret }: Purchase, path: string, key: string = randomUUID()): Promise<Answer> {
  return call(run.app, 'POST', `/api/stripe/purchases/${id}/${path}`, {
    body: { secret },
    headers: { 'idempotency-key': key },
  })
}

/** The offers that an order can have now: all that are on sale and were not bought with it. */
function offersFor(order: Purchase): (Bump | Offer)[] {
  const { form, currency } = { form: order.form, currency: order.form.currency }
  // The bank can return a debit, so only free offers follow it.
  if (form.isDeleted || (order.card === 'debit' && order.total > 0)) return []
  const { offer, sequence: bumps } = sellingOf(form)
  const left = bumps.filter((bump) => bump.currency === currency && !order.bumps.includes(bump))
  return [...(offer === null ? [] : [offer]), ...left]
}

function isOpen(run: Run, order: Purchase): boolean {
  const isLeft = order.total === 0 || order.returned < order.total
  return isPaid(order) && isLeft && now(run) - order.paidAt < 60 * minute
}

/** The buyer of a new order sees an offer and accepts or declines it. */
export async function answerOffer(run: Run, random: Random): Promise<string> {
  const orders = run.world.purchases.filter((one) => one.kind === 'order' && isPaid(one))
  const order = random.chance(0.7) ? orders.at(-1) : orders[random.below(orders.length)]
  if (order === undefined) return 'no order to add to'
  const told = sequence.parse((await ask(run, order, 'offers/current')).body).offer
  const candidates = isOpen(run, order) ? offersFor(order) : []
  let waiting = order.shown.find(({ state }) => state === 'waiting')
  if (isOpen(run, order) && waiting !== undefined && !candidates.includes(waiting.item)) {
    waiting.state = 'over'
    waiting = undefined
  }
  const seen = order.shown.map(({ item }) => item)
  const next = order.shown.length < 5 ? candidates.find((item) => !seen.includes(item)) : undefined
  const item = isOpen(run, order) ? (waiting?.item ?? next) : undefined
  agree('whether something is offered', told !== null, item !== undefined)
  if (told === null || item === undefined) return 'nothing more is offered'
  const { total, tax } = taxed(item.amount, sellingOf(order.form).tax)
  const shown = waiting ?? { id: told.id, item, total, state: 'waiting' }
  if (waiting === undefined) order.shown.push(shown)
  agree('the offer', [told.id, told.price.total], [shown.id, shown.total])
  if (order.card !== 'pm_card_visa' || order.total === 0 || random.chance(0.3)) {
    agree('a declined offer', (await ask(run, order, `offers/${told.id}/decline`)).status, 200)
    shown.state = 'over'
    return `an offer of ${shown.total} is declined`
  }
  const key = randomUUID()
  const accept = () => ask(run, order, `offers/${told.id}/accept`, key)
  const [answer, again] = random.chance(0.5) ? await Promise.all([accept(), accept()]) : [await accept()]
  agree('an accepted offer', answer.status, 200)
  const { purchaseId, secret } = paid.parse(answer.body)
  if (again !== undefined) agree('a double click', paid.parse(again.body).purchaseId, purchaseId)
  shown.state = 'accepted'
  run.world.purchases.push({
    ...followUp(order, shown.total, now(run)),
    id: purchaseId,
    secret,
    kind: 'offer',
    tax: shown.total === total ? tax : null,
  })
  return `an offer of ${shown.total} is accepted`
}

/** The buyer undoes an offer within fifteen minutes. */
export async function undoOffer(run: Run, random: Random): Promise<string> {
  const taken = run.world.purchases.filter(({ kind }) => kind === 'offer')
  if (taken.length === 0) return 'no offer to undo'
  const purchase = random.pick(taken)
  const shown = purchase.order?.shown.find(
    ({ state, total }) => state === 'accepted' && total === purchase.total,
  )
  const others = purchase.order?.shown.filter(
    ({ state, total }) => state === 'accepted' && total === purchase.total,
  )
  if (purchase.order === null || shown === undefined || others?.length !== 1) return 'no offer to undo'
  const isInTime = now(run) - purchase.paidAt <= 15 * minute
  const isBack = purchase.returned === purchase.total
  const answer = await ask(run, purchase.order, `offers/${shown.id}/undo`)
  agree('an offer that is undone', answer.status, isBack || isInTime ? 200 : 409)
  if (isInTime) purchase.returned = purchase.total
  return `an offer of ${purchase.total} is ${isInTime ? 'undone' : 'kept'}`
}

function live({ world }: Run): { order: Purchase; subscription: Subscription }[] {
  return world.purchases.flatMap((order) => {
    const { subscription } = order
    return isPaid(order) && subscription !== null && subscription.status !== 'canceled'
      ? [{ order, subscription }]
      : []
  })
}

/** Whether the last payment was made, after which the subscription ends automatically. */
function isDone({ cycle, paid: count }: Subscription): boolean {
  return cycle.payments > 0 && count >= cycle.payments
}

/** The number of periods that have begun. A cancellation takes effect at the end of the current one. */
function begunPeriods(subscription: Subscription, at: number): number {
  const { paid: count } = subscription
  return cycleEnd(subscription, count) <= at ? count + 1 : count
}

/** The buyer or seller cancels a subscription, or the buyer resumes it. */
export async function cancelOrResume(run: Run, random: Random): Promise<string> {
  const found = live(run)
  if (found.length === 0) return 'nothing to cancel'
  const { order, subscription } = random.pick(found)
  const { seller } = order.form
  if (isDone(subscription)) return 'it ends anyway'
  if (subscription.endsAfter !== null) {
    const answer = await ask(run, order, 'subscription/resume')
    agree('a subscription that is resumed', answer.status, 200)
    subscription.endsAfter = null
    return 'a subscription is resumed'
  }
  if (random.chance(0.3)) {
    const answer = await askAs(run, seller, 'POST', `/sales/${order.id}/subscription/cancel`, { at: 'now' })
    agree('a subscription that its seller ends', answer.status, 200)
    subscription.status = 'canceled'
    return `${seller.name} ends a subscription`
  }
  agree('a canceled subscription', (await ask(run, order, 'subscription/cancel')).status, 200)
  if (subscription.status === 'past_due') subscription.status = 'canceled'
  else subscription.endsAfter = begunPeriods(subscription, now(run))
  return 'a subscription is canceled'
}

/** The buyer replaces their card with one that is declined, or with a valid one that pays what is due. */
export async function changeTheCard(run: Run, random: Random): Promise<string> {
  const found = live(run).filter(({ order, subscription }) => {
    return order.card === 'pm_card_visa' && subscription.cycle.period === 'Monthly'
  })
  if (found.length === 0) return 'no card to change'
  const { order, subscription } = random.pick(found)
  const { seller } = accountOf(run, order.form.seller)
  const isMended = subscription.isBroken
  if (!isMended && (subscription.endsAfter !== null || isDone(subscription))) return 'it ends anyway'
  const ordered = { form: order.form.id, purchaseId: order.id, secret: order.secret }
  const card = isMended ? 'pm_card_visa' : 'pm_card_chargeCustomerFail'
  agree('a changed card', (await changeCard(run.app, seller, ordered, card)).status, 200)
  subscription.isBroken = !isMended
  if (isMended && subscription.status === 'past_due') renew(run, order, subscription, now(run))
  return isMended ? 'a card works again' : 'a card is declined from now on'
}

function renew(run: Run, order: Purchase, subscription: Subscription, at: number): void {
  subscription.paid += 1
  subscription.status = 'active'
  subscription.unpaidSince = null
  run.world.purchases.push({ ...followUp(order, subscription.total, at), kind: 'renewal' })
}

/** Later payments for an order, charged to the buyer's card. */
function followUp(order: Purchase, total: number, at: number): Omit<Purchase, 'kind'> {
  return {
    id: '',
    secret: '',
    form: order.form,
    buyer: order.buyer,
    card: order.card,
    total,
    tax: null,
    createdAt: at,
    bumps: [],
    order,
    request: null,
    status: 'paid',
    clientSecret: '',
    paidAt: at,
    returned: 0,
    dispute: null,
    subscription: null,
    shown: [],
  }
}

/** The buyer withdraws from an order. It is refunded in full, and its subscription ends. */
export async function withdraw(run: Run, random: Random): Promise<string> {
  const open = run.world.purchases.filter((one) => {
    const hasLeft = returnable(one) > 0 && now(run) - one.paidAt < 10 * day
    return one.kind === 'order' && isPaid(one) && hasLeft
  })
  if (open.length === 0) return 'nothing to withdraw from'
  const order = random.pick(open)
  const { id: purchaseId, secret } = order
  agree('a withdrawal', (await withdrawOnPage(run.app, { purchaseId, secret })).status, 303)
  order.returned = order.total
  if (order.subscription !== null) {
    order.subscription.status = 'canceled'
    for (const one of run.world.purchases) {
      if (one.kind === 'renewal' && one.order === order) one.returned = one.total
    }
  }
  return `${order.buyer} withdraws from an order of ${order.total}`
}

/** Time passes: price promises expire, unauthenticated payments are canceled, and subscriptions renew or end. */
export async function passTime(run: Run, random: Random): Promise<string> {
  const length = random.pick([4 * minute, 20 * minute, 70 * minute, 5 * hour, 2 * day, 9 * day, 33 * day])
  let until = now(run) + length
  // Nothing must fall due within two minutes of this time, because the product's and provider's clocks can differ by
  // that much.
  const due = () => live(run).flatMap(({ subscription }) => momentsOf(subscription))
  while (due().some((at) => Math.abs(at - until) < 2 * minute)) until += 5 * minute
  await letTimePass(run, until - now(run))
  for (const one of run.world.purchases) {
    if (one.status === 'requires_action' && until - one.createdAt >= 60 * minute) {
      one.status = 'canceled'
      one.subscription = null
    }
  }
  for (const { order, subscription } of live(run)) advance(run, order, subscription, until)
  return `${Math.round((until - now(run) + length) / minute)} minutes pass`
}

/** About when a subscription changes: at the end of each period, and when a payment is attempted. */
function momentsOf(subscription: Subscription): number[] {
  const ends = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((more) =>
    cycleEnd(subscription, subscription.paid + more),
  )
  const tries = [0, 3, 8, 15].flatMap((days) => ends.map((end) => end + charged + days * day))
  return [...ends, ...tries]
}

function advance(run: Run, order: Purchase, subscription: Subscription, until: number): void {
  for (let end = nextEnd(); end <= until && subscription.status === 'active'; end = nextEnd()) {
    if (
      isDone(subscription) ||
      (subscription.endsAfter !== null && subscription.paid >= subscription.endsAfter)
    ) {
      subscription.status = 'canceled'
    } else if (end + charged > until) {
      return
    } else if (subscription.isBroken) {
      subscription.status = 'past_due'
      subscription.unpaidSince = end + charged
    } else {
      renew(run, order, subscription, end + charged)
    }
  }
  const { unpaidSince } = subscription
  if (unpaidSince !== null && unpaidSince + triedFor <= until) subscription.status = 'canceled'

  function nextEnd(): number {
    return cycleEnd(subscription, subscription.paid)
  }
}
