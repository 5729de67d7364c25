import { sql, type Kysely } from 'kysely'
import { newId } from '#foundation/db/new-id.ts'
import type { BillingPeriod } from '#foundation/db/tables/products.ts'
import type { Lapse } from '#foundation/db/tables/subscriptions.ts'
import { randomFrom, type Random } from '#foundation/values/random.ts'
import { cycleStart } from '#payments/subscriptions/payment-calendar.ts'

const day = 86_400_000

/** An invoice of a generated subscription, with the time for which its payment counts and its amount before tax. */
export type GeneratedInvoice = {
  readonly currency: string
  readonly billingPeriod: BillingPeriod
  readonly billingInterval: number
  readonly net: number
  readonly paidAt: number
  /** When the next invoice is paid, or the day from which this one no longer counts. Null if it still counts. */
  readonly until: number | null
}

/** A generated subscription's life. `anchor` is the start of Stripe’s cycles, and `next` the next payment. */
export type GeneratedLife = {
  readonly orderId: string
  readonly currency: string
  readonly billingPeriod: BillingPeriod
  readonly billingInterval: number
  readonly price: number
  readonly payments: { at: number; net: number }[]
  readonly invoices: GeneratedInvoice[]
  readonly lapses: Lapse[]
  anchor: number
  next: number
  endedAt: number | null
  ended: 'asked' | 'unpaid' | 'now' | null
}

const cycles = [
  { billingPeriod: 'Monthly', billingInterval: 1, price: 2400 },
  { billingPeriod: 'Monthly', billingInterval: 1, price: 999 },
  { billingPeriod: 'Monthly', billingInterval: 3, price: 5001 },
  { billingPeriod: 'Yearly', billingInterval: 1, price: 9999 },
  { billingPeriod: 'Yearly', billingInterval: 2, price: 17_000 },
  { billingPeriod: 'Weekly', billingInterval: 4, price: 777 },
  { billingPeriod: 'Daily', billingInterval: 45, price: 1234 },
] as const

/** Lives of subscriptions until `now`, with their invoices. The same seed always gives the same lives. */
export function generateLives(
  count: number,
  { from, now, seed }: { readonly from: Date; readonly now: Date; readonly seed: number },
): GeneratedLife[] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => {
    const at = from.getTime() + Math.floor(random.next() * (now.getTime() - from.getTime()))
    return live(random, at, now.getTime())
  })
}

function live(random: Random, begin: number, now: number): GeneratedLife {
  const cycle = random.pick(cycles)
  const currency = random.pick(['usd', 'usd', 'eur', 'jpy'])
  const recurrence = { ...cycle, cancelAfter: 0 }
  const life: GeneratedLife = {
    orderId: newId(),
    currency,
    ...cycle,
    payments: [],
    invoices: [],
    lapses: [],
    anchor: begin,
    next: begin,
    endedAt: null,
    ended: null,
  }
  const reducedFor = random.chance(0.2) ? 1 + random.below(3) : 0
  let [anchor, count] = [begin, 0]
  let price: number = cycle.price
  for (let paidAt = begin; paidAt <= now && life.endedAt === null;) {
    if (random.chance(0.03)) price += random.below(600) - 250
    const net = life.payments.length < reducedFor ? Math.round(price * 0.75) : price
    life.payments.push({ at: paidAt, net })
    count += 1
    const periodEnd = cycleStart(recurrence, anchor, count)
    let until = periodEnd
    if (random.chance(0.02)) {
      // The buyer or seller ends the subscription, at the end of the period or in the middle of it.
      const isNow = random.chance(0.3)
      until = isNow ? paidAt + Math.floor(random.next() * (periodEnd - paidAt)) : periodEnd
      if (until <= now) [life.endedAt, life.ended] = [until, isNow ? 'now' : 'asked']
    } else if (random.chance(0.03)) {
      // A pause that begins at the period's end.
      if (until <= now) life.lapses.push({ at: new Date(until).toISOString(), why: 'paused' })
      anchor = cycleStart(recurrence, anchor, count + 1 + random.below(3))
      count = 0
      if (anchor > now && random.chance(0.5) && until + day <= now) {
        life.endedAt = Math.min(until + 10 * day, now)
        life.ended = 'asked'
      }
    } else if (random.chance(0.05)) {
      // The payment is declined, and usually succeeds some days later.
      const days = 1 + random.below(14)
      if (random.chance(0.6)) until = periodEnd + days * day
      else {
        until = periodEnd + 21 * day
        if (until <= now) [life.endedAt, life.ended] = [until, 'unpaid']
      }
    }
    const next = count === 0 ? anchor : until
    const stops = until <= now ? until : null
    life.invoices.push({ ...cycle, currency, net, paidAt, until: stops })
    paidAt = next
    life.anchor = anchor
    life.next = next
  }
  return life
}

/**
 * Fills a shop, which may already exist, with a form and its subscriptions as if they had really happened. Returns the
 * form's id.
 */
export async function fillLives(
  db: Kysely<unknown>,
  sellerId: string,
  lives: readonly GeneratedLife[],
): Promise<string> {
  const formId = newId()
  await sql`set session_replication_role = 'replica'`.execute(db)
  await sql`insert into sellers (id, name) values (${sellerId}, 'A club') on conflict do nothing`.execute(db)
  await sql`
    insert into forms (id, seller_id, name, title, description, video, amount, currency, price_type, billing_interval,
      billing_period, cancel_after, button_text, button_text_color, theme_color)
    values (${formId}, ${sellerId}, 'club', 'A club', 'Each month', 'https://youtu.be/x', 2400, 'usd', 'RecurringPrice',
      1, 'Monthly', 0, 'Join', '#fff', '#7F1CCF')`.execute(db)
  for (let at = 0; at < lives.length; at += batch)
    await fillBatch(db, { sellerId, formId }, lives.slice(at, at + batch))
  await sql`set session_replication_role = 'origin'`.execute(db)
  await sql`
    insert into recurring_changes (seller_id, order_id)
    select seller_id, order_id from subscriptions where seller_id = ${sellerId}`.execute(db)
  await sql`analyze`.execute(db)
  return formId
}

const batch = 2_000

async function fillBatch(
  db: Kysely<unknown>,
  { sellerId, formId }: { readonly sellerId: string; readonly formId: string },
  lives: readonly GeneratedLife[],
): Promise<void> {
  const sold = lives.flatMap(({ orderId, currency, payments }) =>
    payments.map(({ at, net }, index) => ({
      id: index === 0 ? orderId : newId(),
      order: index === 0 ? null : orderId,
      currency,
      net,
      at: new Date(at).toISOString(),
    })),
  )
  const row = sql`jsonb_to_recordset(${JSON.stringify(sold)}::jsonb)
    as sold (id uuid, "order" uuid, currency text, net bigint, at timestamptz)`
  await sql`
    insert into purchases (id, seller_id, form_id, idempotency_key, fingerprint, status, kind, order_id, email, name,
      currency, subtotal, tax_amount, total, one_time_offer_count, stripe_account_id, created_at, paid_at)
    select id, ${sellerId}, ${formId}, id::text, '', 'paid', case when "order" is null then 'order' else 'renewal' end,
      "order", coalesce("order", id) || '@example.com', 'Bea', currency, net, 0, net, 0, 'acct_lives', at, at
    from ${row}`.execute(db)
  await sql`
    insert into purchase_lines (purchase_id, position, kind, title, subtotal, tax_amount, total)
    select id, 0, 'form', 'A club', net, 0, net from ${row} where "order" is null`.execute(db)
  const begun = lives.map(({ orderId, currency, billingPeriod, billingInterval, price, ...life }) => ({
    id: orderId,
    currency,
    period: billingPeriod,
    interval: billingInterval,
    price,
    lapses: life.lapses.length === 0 ? null : life.lapses,
    ended: life.endedAt === null ? null : new Date(life.endedAt).toISOString(),
    how: life.ended,
    paid: life.payments.length,
    anchor: new Date(life.anchor).toISOString(),
    next: new Date(life.next).toISOString(),
  }))
  await sql`
    insert into subscriptions (id, order_id, seller_id, stripe_account_id, status, title, billing_interval,
      billing_period, cancel_after, currency, subtotal, tax_amount, total, paid_cycles, lapses, ended_at, cancellation,
      cancellation_by, unpaid_invoice_id, billing_cycle_anchor, current_period_end)
    select uuidv7(), id, ${sellerId}, 'acct_lives', case when ended is null then 'active' else 'canceled' end, 'A club',
      "interval", period, 0, currency, price, 0, price, paid, nullif(lapses, 'null'), ended,
      case how when 'asked' then 'period_end' when 'now' then 'now' end,
      case how when 'asked' then 'buyer' when 'now' then 'seller' end, case how when 'unpaid' then 'in_' || id end,
      anchor, next
    from jsonb_to_recordset(${JSON.stringify(begun)}::jsonb) as begun (id uuid, currency text, period text, "interval" int,
      price bigint, lapses jsonb, ended timestamptz, how text, paid int, anchor timestamptz, next timestamptz)`.execute(
    db,
  )
}
