// @module-tag long tries many orders of events
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import { checkSubscriptions } from '#payments/subscriptions/sync/leave-disconnected.ts'
import {
  answerBank,
  askProvider,
  createTestForm,
  lostEvents,
  sandboxList,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
} from '#test-app.ts'
import { randomFrom, type Random } from '#foundation/values/random.ts'
import { storeEvent } from './store.ts'
import { isUsed, workOffEvents } from './work-event.ts'

/** The variables PURCHASES and ORDERS raise these numbers for a long run. */
const purchases = Number(process.env['PURCHASES'] ?? 14)
const orders = Number(process.env['ORDERS'] ?? 4)
/**
 * A time limit that only stops a hanging test. On a busy machine, each order of events takes several hundredths of a
 * second per purchase.
 */
const timeout = 180_000 + purchases * orders * 150

let app: TestApp
let events: z.output<typeof providerEvents>['data']

const providerEvents = z.object({
  data: z.array(z.looseObject({ id: z.string(), type: z.string(), account: z.string().nullish() })),
})

beforeAll(async () => {
  app = await startTestApp()
  await makePurchases()
  const answer = await fetch(`${app.sandbox.url}/sandbox/events`)
  const { data } = providerEvents.parse(await answer.json())
  events = data.filter(({ type, account }) => isUsed(type, account ?? null))
  await snapshotStore()
})
afterAll(async () => app.close())

const cards = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_visa_chargeDeclined',
  'pm_card_authenticationRequired',
  'pm_card_createDispute',
]

/**
 * Makes purchases of all kinds, many with lost responses and some refunded in the dashboard. No event is
 * delivered yet.
 */
async function makePurchases(): Promise<void> {
  const seller = await signUpSeller(app)
  const forms = [
    await createTestForm(app, seller),
    await createTestForm(app, seller, { priceType: 'RecurringPrice', billingPeriod: 'Monthly' }),
  ]
  for (let made = 0; made < purchases; made += 1) {
    const isLost = made % 3 === 0
    const lost = { method: 'POST', path: '/v1/payment_intents', times: 3, fault: { kind: 'cut_after' } }
    await setFaults(app, { calls: isLost ? [lost] : [], ...lostEvents })
    const form = forms[made % 4 === 1 ? 1 : 0] ?? ''
    const paymentMethodId = cards[made % cards.length] ?? ''
    const answer = await pay(app, form, { email: `buyer-${made}@example.com`, paymentMethodId })
    const outcome = answer.status === 200 ? outcomeOf(answer) : undefined
    if (outcome?.status === 'requires_action') {
      await answerBank(app, outcome.clientSecret, made % 2 === 0 ? 'complete' : 'fail')
    }
  }
  await setFaults(app, lostEvents)
  const disputed = new Set((await sandboxList(app, 'disputes')).map((one) => one.payment_intent))
  const charges = (await sandboxList(app, 'charges')).filter(
    (one) => one.status === 'succeeded' && !disputed.has(one.payment_intent),
  )
  for (const [at, { payment_intent: intent }] of charges.entries()) {
    const fields = { payment_intent: intent ?? '', amount: '1000' }
    if (at % 3 === 0) await askProvider(app, seller.account, '/v1/refunds', fields)
  }
}

/** Copies every table, so that it can be restored before each order of events. */
async function snapshotStore(): Promise<void> {
  await sql`create schema kept`.execute(app.services.db)
  await eachTable("execute format('create table kept.%I as table public.%I', name, name)")
}

/**
 * Restores only our own tables, because handling events only reads the sandbox. The exception: the first round cancels
 * what never began.
 */
async function restoreSnapshot(): Promise<void> {
  await eachTable("execute format('delete from public.%I', name)")
  await eachTable(
    "execute format('insert into public.%I (%s) overriding system value select %s from kept.%I', name, columns, columns, name)",
  )
}

async function eachTable(statement: string): Promise<void> {
  await sql`do $$ declare name text; columns text; begin
    set local session_replication_role = replica;
    for name in select tablename from pg_tables where schemaname = 'public' and tablename not like '%migration%'
    loop
      select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
      where attrelid = format('public.%I', name)::regclass and attnum > 0 and not attisdropped and attgenerated = '';
      ${sql.raw(statement)};
    end loop; end $$`.execute(app.services.db)
}

/** Delivers the events in a random order in small batches, many of them twice and some much later. */
async function deliver(random: Random): Promise<void> {
  const { db, clock } = app.services
  const twice = events.flatMap((event) => (random.chance(0.3) ? [event, event] : [event]))
  const shuffled = twice
    .map((event) => ({ event, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
  while (shuffled.length > 0) {
    for (const { event } of shuffled.splice(0, random.between(1, 30))) {
      const { id, type, account = null } = event
      await storeEvent(db, { id, type, account, objectId: null, body: event }, null, clock.now())
    }
    if (random.chance(0.7)) await workOff()
  }
  // Events that arrived too early are retried at growing intervals.
  for (let hours = 0; hours < 2; hours += 0.25) {
    app.clock.advance(900)
    await workOff()
  }
}

async function workOff(): Promise<void> {
  app.clock.advance(3)
  const jobs = [workOffEvents, workOffEvents, checkSubscriptions]
  while ((await Promise.all(jobs.map((job) => job(app.services)))).some((count) => count > 0));
}

/** A payment without a charge becomes either failed or canceled, depending on the order of events. */
const ended = (table: string) =>
  `case when ${table}.status in ('failed', 'canceled') then 'over' else ${table}.status end`

/** The records that must be the same after every order of events. */
async function booksNow(): Promise<unknown> {
  const { rows } = await sql`
    select p.idempotency_key as key, ${sql.raw(ended('p'))} as status, p.total,
      array(select ${sql.raw(ended('t'))} || coalesce(t.event, '') from purchase_transitions t where t.purchase_id = p.id order by 1) as history,
      array(select r.amount || r.status from refunds r where r.purchase_id = p.id order by 1) as refunds,
      array(select d.status from disputes d where d.purchase_id = p.id order by 1) as disputes,
      array(select s.status || s.paid_cycles from subscriptions s where s.order_id = p.id) as subscriptions,
      array(select m.kind from mails m where m.purchase_id = p.id order by 1) as mails
    from purchases p order by p.idempotency_key`.execute(app.services.db)
  const waiting = await sql`select id from webhook_events where done_at is null`.execute(app.services.db)
  return { rows, waiting: waiting.rows }
}

test('duplicate, late and reordered events always lead to the same records', { timeout }, async () => {
  const time = app.clock.now()
  const seed = Number(process.env['SEED'] ?? 7)
  let first: unknown
  for (let order = 0; order < orders; order += 1) {
    await restoreSnapshot()
    app.clock.set(time)
    await deliver(randomFrom(seed + order))
    const books = await booksNow()
    first ??= books
    expect(books, `seed ${seed + order}`).toEqual(first)
  }
  app.clock.advance(3_600)

  expect(await reconcileAccounts(app.services)).toEqual([])
  expect(first).toMatchObject({ waiting: [] })
})
