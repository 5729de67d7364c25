import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { sql } from 'kysely'
import { askProvider, sandboxList } from '#test-app.ts'
import type { Random } from '#foundation/values/random.ts'
import { accountOf, agree, askAs, major, now, type Run } from './act.ts'
import { isPaid, returnable, type Cycle, type Form, type Seller, type Timer } from './world.ts'

/** Runs a step in the product and in the model, and describes it. Throws if the two differ. */
export type Step = (run: Run, random: Random) => Promise<string>

const created = z.object({ id: z.string(), prices: z.array(z.object({ id: z.string() })) })
const minute = 60_000

const cycles: readonly (Cycle | null)[] = [
  null,
  null,
  null,
  { period: 'Daily', interval: 3, payments: 0 },
  { period: 'Weekly', interval: 1, payments: 3 },
  { period: 'Monthly', interval: 1, payments: 0 },
  { period: 'Monthly', interval: 1, payments: 2 },
]

/**
 * Creates a form with every kind of extra. On the smallest plan, the product must reject anything beyond a
 * simple form.
 */
export async function createForm(run: Run, random: Random): Promise<string> {
  const seller = random.pick(run.world.sellers)
  const cycle = random.pick(cycles)
  // Recurring prices are always paid by card here, because bank methods can pay only once.
  const isForBanks = cycle === null && random.chance(0.4)
  const currency = isForBanks ? 'eur' : random.chance(0.2) ? 'jpy' : 'usd'
  const isFree = cycle === null && random.chance(0.1)
  // Forms with recurring prices have only one price here.
  const further = cycle === null && random.chance(0.5) ? random.between(100, 9_999) : null
  const form: Omit<Form, 'id' | 'further'> = {
    seller,
    currency,
    cycle,
    amount: isFree ? 0 : random.between(100, 9_999),
    tax: random.chance(0.5) ? random.pick(seller.taxes.filter(({ isDeleted }) => !isDeleted)) : null,
    bumps: bumpsFor(seller, currency, random),
    timers: random.chance(0.4) ? timersFor(run, random, false) : [],
    offer: currency === 'usd' && random.chance(0.5) ? seller.offer : null,
    sequence: random.chance(0.4) ? bumpsFor(seller, currency, random) : [],
    grace: random.pick([0, 10, 60]),
    isDeleted: false,
  }
  const isBare = [form.bumps, form.timers, form.sequence].every((list) => list.length === 0)
  const isRefused = seller.isBasic && !(isBare && form.tax === null && form.offer === null)
  const answer = await askAs(run, seller, 'POST', '/forms', {
    title: 'A course in watercolor',
    description: 'Six weeks',
    video: 'https://youtu.be/dQw4w9WgXcQ',
    currency,
    amount: major(form.amount, currency),
    priceGracePeriod: form.grace,
    taxId: form.tax?.id ?? null,
    bumps: form.bumps.map(({ id }) => id),
    timers: timersOnWire({ id: '', further: null }, form.timers, currency),
    prices: further === null ? [] : [furtherOnWire(further, currency)],
    oneTimeOffer: form.offer?.id ?? null,
    otoSequenceList: form.sequence.map(({ id }) => id),
    ...(cycle === null
      ? {}
      : {
          priceType: 'RecurringPrice',
          billingPeriod: cycle.period,
          billingInterval: cycle.interval,
          cancelAfter: cycle.payments,
        }),
  })
  agree('a new form', answer.status, isRefused ? 403 : 201)
  if (isRefused) return `${seller.name} cannot make a form with more than the plan includes`
  const { id, prices } = created.parse(answer.body)
  const own = further === null ? null : { id: prices[0]?.id ?? '', amount: further }
  const made: Form = { ...form, id, further: own }
  seller.forms.push(made)
  return `${seller.name} makes form ${seller.forms.length} for ${form.amount} ${currency}`
}

function bumpsFor(seller: Seller, currency: string, random: Random) {
  return seller.bumps.filter((bump) => !bump.isDeleted && bump.currency === currency && random.chance(0.5))
}

function timersFor(run: Run, random: Random, hasFurther: boolean): Timer[] {
  return Array.from({ length: random.between(1, 3) }, () => {
    const of = hasFurther ? random.pick(['all', 'first', 'further'] as const) : 'all'
    return {
      at: now(run) + random.between(-60, 180) * minute + random.below(1_000),
      amount: random.chance(0.7) ? random.between(100, 9_999) : 0,
      leads: of === 'all' && random.chance(0.15),
      of,
    }
  })
}

function furtherOnWire(amount: number, currency: string) {
  return { label: 'For a team', amount: major(amount, currency) }
}

function timersOnWire(
  { id, further }: Pick<Form, 'id' | 'further'>,
  timers: readonly Timer[],
  currency: string,
) {
  // A form's first price has the same id as the form.
  const ids = { all: null, first: id, further: further?.id ?? null }
  return timers.map(({ at, amount, leads, of }) => ({
    priceId: ids[of],
    title: 'Soon over',
    timestamp: at,
    amount: major(amount, currency),
    redirectUrl: leads ? 'https://example.com/over' : null,
  }))
}

/** Changes one thing about a form. */
export async function changeForm(run: Run, random: Random): Promise<string> {
  const form = pickForm(run, random)
  if (form === undefined) return 'no form to change'
  const { seller, currency } = form
  const all = ['amount', 'further', 'tax', 'bumps', 'timers', 'timers', 'offers']
  const change = seller.isBasic ? 'amount' : random.pick(all)
  const send = async (fields: object): Promise<void> => {
    const answer = await askAs(run, seller, 'PATCH', `/forms/${form.id}`, {
      isDetailUpdate: false,
      ...fields,
    })
    agree(`a change of ${change}`, answer.status, 200)
  }
  switch (change) {
    case 'amount': {
      if (form.amount === 0) return 'what is free stays free'
      const amount = random.between(100, 9_999)
      await send({ amount: major(amount, currency) })
      form.amount = amount
      break
    }
    case 'further': {
      if (form.further === null) return 'there is one price'
      const amount = random.between(100, 9_999)
      await send({ prices: [{ id: form.further.id, ...furtherOnWire(amount, currency) }] })
      form.further.amount = amount
      break
    }
    case 'tax': {
      const tax = form.tax === null ? random.pick(seller.taxes) : null
      if (tax?.isDeleted === true) return 'a deleted tax cannot be chosen'
      await send({ taxId: tax?.id ?? null })
      form.tax = tax
      break
    }
    case 'bumps': {
      const bumps = bumpsFor(seller, currency, random)
      await send({ bumps: bumps.map(({ id }) => id) })
      form.bumps = bumps
      break
    }
    case 'timers': {
      const timers = timersFor(run, random, form.further !== null)
      await send({ timers: timersOnWire(form, timers, currency) })
      form.timers = timers
      break
    }
    default: {
      const sequence = bumpsFor(seller, currency, random)
      const offer = currency === 'usd' && form.offer === null ? seller.offer : null
      await send({ oneTimeOffer: offer?.id ?? null, otoSequenceList: sequence.map(({ id }) => id) })
      form.sequence = sequence
      form.offer = offer
    }
  }
  return `${seller.name} changes the ${change} of form ${seller.forms.indexOf(form) + 1}`
}

export function pickForm({ world }: Run, random: Random): Form | undefined {
  const forms = world.sellers.flatMap((seller) => seller.forms.filter((form) => !form.isDeleted))
  return forms.length === 0 ? undefined : random.pick(forms)
}

export async function deleteForm(run: Run, random: Random): Promise<string> {
  const form = pickForm(run, random)
  if (form === undefined || form.seller.forms.length < 3) return 'no form to delete'
  agree('a deletion', (await askAs(run, form.seller, 'DELETE', `/forms/${form.id}`)).status, 200)
  form.isDeleted = true
  return `${form.seller.name} deletes form ${form.seller.forms.indexOf(form) + 1}`
}

/** Changes, turns off or deletes something that several forms share. */
export async function changePart(run: Run, random: Random): Promise<string> {
  const seller = random.pick(run.world.sellers)
  const expected = seller.isBasic ? 403 : 200
  const change = async (path: string, body: object, apply: () => void): Promise<void> => {
    agree(`a change of ${path}`, (await askAs(run, seller, 'PATCH', path, body)).status, expected)
    if (expected === 200) apply()
  }
  const bump = random.pick(seller.bumps)
  const tax = random.pick(seller.taxes)
  switch (random.pick(['bump', 'tax rate', 'tax', 'offer', 'offer price', 'no bump'])) {
    case 'bump': {
      const amount = random.between(100, 3_000)
      if (bump.isDeleted) return 'that bump is gone'
      await change(
        `/bumps/${bump.id}`,
        { amount: major(amount, bump.currency) },
        () => (bump.amount = amount),
      )
      return `${seller.name} changes a bump to ${amount}`
    }
    case 'tax rate': {
      const hundredths = random.between(0, 10_000)
      if (tax.isDeleted) return 'that tax is gone'
      await change(`/taxes/${tax.id}`, { percentage: hundredths / 100 }, () => (tax.hundredths = hundredths))
      return `${seller.name} changes a tax to ${hundredths / 100} %`
    }
    case 'tax': {
      const active = !tax.isActive
      if (tax.isDeleted) return 'that tax is gone'
      await change(`/taxes/${tax.id}`, { active }, () => (tax.isActive = active))
      return `${seller.name} switches a tax ${active ? 'on' : 'off'}`
    }
    case 'offer': {
      const isActive = !seller.offer.isActive
      await change(
        `/one-time-offers/${seller.offer.id}`,
        { isActive },
        () => (seller.offer.isActive = isActive),
      )
      return `${seller.name} switches the offer ${isActive ? 'on' : 'off'}`
    }
    case 'offer price': {
      const amount = random.between(100, 5_000)
      await change(`/one-time-offers/${seller.offer.id}`, { amount: amount / 100 }, () => {
        seller.offer.amount = amount
      })
      return `${seller.name} changes the offer to ${amount}`
    }
    default: {
      if (bump.isDeleted || random.chance(0.6)) return 'no bump is deleted'
      agree('a deleted bump', (await askAs(run, seller, 'DELETE', `/bumps/${bump.id}`)).status, expected)
      bump.isDeleted = expected === 200
      return `${seller.name} deletes a bump`
    }
  }
}

/** Downgrading a plan disables what the new plan does not include, and upgrading enables it again. */
export async function changePlan(run: Run, random: Random): Promise<string> {
  const seller = random.pick(run.world.sellers)
  const { userId } = accountOf(run, seller).seller
  seller.isBasic = !seller.isBasic
  const plan = seller.isBasic ? 'BASIC' : 'GROWTH'
  await sql`update plan_subscriptions set plan = ${plan}
    where seller_id in (select seller_id from members where user_id = ${userId})`.execute(run.app.services.db)
  return `${seller.name} is on ${plan}`
}

/** Refunds part or the rest of a sale, or tries to refund more than is left. */
export async function refund(run: Run, random: Random): Promise<string> {
  const paid = run.world.purchases.filter((one) => isPaid(one) && one.total > 0)
  if (paid.length === 0) return 'nothing to refund'
  const purchase = random.pick(paid)
  const { form, id } = purchase
  const left = returnable(purchase)
  const kind = random.pick(['part', 'rest', 'too much'])
  const amount = kind === 'too much' ? left + 1 : kind === 'part' && left > 0 ? random.between(1, left) : left
  const body = kind === 'rest' ? {} : { amount: major(amount, form.currency) }
  const headers = { 'idempotency-key': randomUUID() }
  const ask = () => askAs(run, form.seller, 'POST', `/sales/${id}/refunds`, body, headers)
  const answer = await ask()
  const isTaken = left > 0 && amount <= left
  agree(`a refund of ${amount} of ${left}`, answer.status === 201, isTaken)
  if (!isTaken) return `a refund of ${amount} of ${left} is refused`
  agree('a refund requested twice', (await ask()).status, 201)
  purchase.returned += amount
  return `${form.seller.name} refunds ${amount} of ${left}`
}

/** The seller submits evidence for a dispute, and then the bank decides. */
export async function decideDispute(run: Run, random: Random): Promise<string> {
  const disputed = run.world.purchases.filter(({ dispute }) => dispute === 'open')
  const purchase = disputed[0]
  if (purchase === undefined) return 'nothing is disputed'
  const outcome = random.pick(['won', 'lost'] as const)
  const { paymentIntentId } = await run.app.services.db
    .selectFrom('purchases')
    .select('paymentIntentId')
    .where('id', '=', purchase.id)
    .executeTakeFirstOrThrow()
  const found = (await sandboxList(run.app, 'disputes')).find((one) => one.payment_intent === paymentIntentId)
  const { seller } = accountOf(run, purchase.form.seller)
  const evidence = outcome === 'won' ? 'winning_evidence' : 'losing_evidence'
  await askProvider(run.app, seller.account, `/v1/disputes/${found?.id ?? ''}`, {
    'evidence[uncategorized_text]': evidence,
  })
  purchase.dispute = outcome
  return `a dispute is ${outcome}`
}
