import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { accept, createOfferForm, offerOf, type TestOrder } from '#buying/upsells/test-offers.ts'
import { state, workOff } from '#buying/withdrawal/test-withdrawals.ts'
import { fetchInvoice, invoicePathOf, textOf } from '#buying/receipts/invoice/test-invoices.ts'
import { saveBuyerDetails } from '#accounts/invoice-details/buyer-details.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { emptyOldMails } from '#foundation/mail/change-mails.ts'
import { workOffEvents } from '#payments/webhooks/work-event.ts'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import { eraseOldBuyers, namedSince } from '#payments/purchases/records/erase-old-buyers.ts'
import { subscribe } from '#payments/subscriptions/test-subscriptions.ts'
import { ask, buyAs, customerWith } from '#selling/customers/test-customers.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

const day = 24 * 60 * 60

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})
afterAll(async () => app.close())
/** Anonymizes any purchases left by other tests. */
beforeEach(async () => eraseAt(nameless()))

const name = 'Zelda Quux'

/** Buys with an offer and a coupon, adds invoice details, submits a withdrawal and triggers emails. */
async function buyAll(email: string): Promise<TestOrder> {
  const offered = await createOfferForm(app, seller)
  const { code } = await addCoupon(app, offered)
  const bought = outcomeOf(await pay(app, offered, { email, name, coupon: code }))
  await accept(app, bought, await offerOf(app, bought))
  await settle()
  const party = {
    name: 'Quux Works',
    addressLine1: '1 Quux Street',
    addressLine2: null,
    postalCode: null,
    city: null,
    country: 'DE',
    taxNumber: 'QUUX-1',
  }
  await saveBuyerDetails(app.services.db, bought.purchaseId, party, app.clock.now())
  await state(app, { name, email, reference: `The brushes, says ${name}` })
  await workOff(app)
  const customer = await customerWith(app, seller, email)
  await ask(app, seller, 'POST', `${customer.id}/notes`, { text: 'Quux prefers the phone' })
  return bought
}

async function settle(): Promise<void> {
  await app.sandbox.untilDelivered()
  while ((await workOffEvents(app.services)) > 0);
}

/** Marks all emails as sent and all withdrawals as handled, and deletes events and the audit log. */
async function finish(): Promise<void> {
  const { db } = app.services
  await sql`update mails set next_attempt_at = null, sent_at = now(), text = 'Dear Quux', html = '<p>'`.execute(
    db,
  )
  await sql`update withdrawals set next_check_at = null`.execute(db)
  await sql`delete from webhook_events`.execute(db)
  await sql`delete from audit_log`.execute(db)
}

/** When a purchase that is paid now will be anonymized, after the default of ten years. */
function nameless(): Date {
  const year = secondsAfter(app.clock.now(), 14 * 60 * 60).getUTCFullYear()
  return new Date(Date.UTC(year + 11, 0, 1, 12))
}

async function eraseAt(time: Date): Promise<number> {
  const now = app.clock.now()
  app.clock.set(time)
  try {
    let erased = 0
    let found: number
    do erased += found = await eraseOldBuyers(app.services, app.eraseBuyers)
    while (found > 0)
    // The contents of the seller's emails have a separate retention period.
    await emptyOldMails(app.services)
    return erased
  } finally {
    app.clock.set(now)
  }
}

/** The tables that contain a word anywhere. */
async function tablesWith(word: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(app.services.db)
  const found: string[] = []
  for (const { name: table } of rows) {
    const { rows: hits } = await sql`
      select from ${sql.table(table)} row where row::text ilike ${`%${word}%`} limit 1`.execute(
      app.services.db,
    )
    if (hits.length > 0) found.push(table)
  }
  return found
}

/** The financial records without personal data. */
async function books(): Promise<unknown> {
  const { db } = app.services
  const { rows } = await sql`
    select id, seller_id, form_id, kind, order_id, status, currency, subtotal, tax_amount, total, discount_amount,
      application_fee_amount, payment_intent_id, stripe_account_id, paid_at, created_at, customer_id,
      (select json_agg(lines order by position) from purchase_lines lines where purchase_id = purchases.id) as lines,
      (select json_agg(moves order by id) from purchase_transitions moves where purchase_id = purchases.id) as moves,
      (select json_agg(row_to_json(refunds) order by id) from refunds where purchase_id = purchases.id) as refunds
    from purchases order by id`.execute(db)
  const { rows: days } = await sql`
    select seller_id, paid_at::date as day, currency, count(*) as sales, sum(total) as total, sum(tax_amount) as tax
    from purchases where paid_at is not null group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  const { rows: coupons } = await sql`select id, taken from coupons order by id`.execute(db)
  return { rows, days, coupons }
}

// Proves name-retention.
test(
  'ten years after the year of sale, the buyer is anonymized but the financial records are unchanged',
  { tags: 'long' },
  async () => {
    const email = `${newKey()}-quux@example.com`
    const bought = await buyAll(email)
    await finish()
    const compare = async () => {
      const now = app.clock.now()
      app.clock.set(secondsAfter(now, day))
      const differences = await reconcileAccounts(app.services)
      app.clock.set(now)
      return differences
    }
    const [before, compared] = [await books(), await compare()]
    expect((await tablesWith('quux')).length).toBeGreaterThan(5)

    expect(await eraseAt(secondsAfter(nameless(), -day))).toBe(0)
    // The order and the offer that followed it.
    expect(await eraseAt(nameless())).toBe(2)
    expect(await tablesWith('quux')).toEqual([])
    expect(await books()).toEqual(before)
    expect([compared, await compare()]).toEqual([[], []])

    const sale = await call(app, 'GET', `/api/sales/${bought.purchaseId}`, { token: seller.token })
    expect(sale.body).toMatchObject({ name: 'Erased', email: '', customerId: null, card: null })
    const resent = await call(app, 'POST', `/api/sales/${bought.purchaseId}/receipts`, {
      token: seller.token,
    })
    expect(resent.body).toMatchObject({ code: 'buyer_erased' })
    const page = await fetch(`${app.url}/purchases/${bought.purchaseId}?key=${bought.secret}`)
    expect(page.status).toBe(200)
    const { text } = await textOf((await fetchInvoice(app, invoicePathOf(bought))).bytes)
    expect(text).toContain('Erased')
    expect(text).not.toContain('Quux')
  },
)

test('a buyer who bought again keeps their name on the newer sale', async () => {
  const email = `${newKey()}@example.com`
  const [old = '', later = ''] = [...(await buyAs(app, form, email)), ...(await buyAs(app, form, email))]
  await finish()
  await app.services.db
    .updateTable('purchases')
    .set({ paidAt: secondsAfter(nameless(), -400 * day) })
    .where('id', '=', later)
    .execute()
  expect(await eraseAt(nameless())).toBe(1)
  const rows = await app.services.db
    .selectFrom('purchases')
    .select('email')
    .where('id', 'in', [old, later])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([{ email: '' }, { email }])
  expect((await customerWith(app, seller, email)).name).toBe('Bea Novak')
})

// Proves name-retention.
test('a sale keeps the buyer’s name while its subscription, a dispute or a difference is open', async () => {
  const recurring = await subscribe(app, seller)
  const [refunded = '', disputed = '', differs = ''] = await buyAs(
    app,
    form,
    ...['a', 'b', 'c'].map((one) => `${one}-${newKey()}@example.com`),
  )
  await finish()
  const { db } = app.services
  const { total } = await db
    .selectFrom('purchases')
    .select('total')
    .where('id', '=', refunded)
    .executeTakeFirstOrThrow()
  await sql`
    insert into refunds (id, purchase_id, idempotency_key, requested_by, status, amount, tax_amount, reason, created_at)
    values (gen_random_uuid(), ${refunded}, 'late', 'seller', 'succeeded', ${total}, 0, 'Bea called', ${secondsAfter(nameless(), -100 * day)})`.execute(
    db,
  )
  await sql`
    insert into disputes (id, seller_id, purchase_id, status, reason, amount, currency, created_at, updated_at)
    select 'dp_open', seller_id, id, 'under_review', 'fraudulent', total, currency, paid_at, paid_at
    from purchases where id = ${disputed}`.execute(db)
  await sql`
    insert into book_differences (id, kind, stripe_account_id, purchase_id, details)
    values (gen_random_uuid(), 'purchase_without_charge', ${seller.account}, ${differs}, '{}')`.execute(db)

  expect(await eraseAt(nameless())).toBe(0)
  await sql`update subscriptions set status = 'canceled', ended_at = ${app.clock.now()}`.execute(db)
  await sql`update disputes set status = 'lost'`.execute(db)
  await sql`update book_differences set settled_at = now(), settled_note = 'Bea was called'`.execute(db)
  expect(await eraseAt(nameless())).toBe(3)
  expect(await eraseAt(secondsAfter(nameless(), 366 * 10 * day))).toBeGreaterThan(0)
  const ids = [recurring.purchaseId, refunded, disputed, differs]
  const names = await db.selectFrom('purchases').select('name').where('id', 'in', ids).execute()
  expect(names).toEqual(ids.map(() => ({ name: 'Erased' })))
  const notes = db.selectFrom('refunds').select('reason').where('purchaseId', '=', refunded)
  expect(await notes.executeTakeFirst()).toEqual({ reason: null })
})

// Proves name-retention.
test('a run killed in the middle of a batch is continued by the next run', async () => {
  const email = `${newKey()}@example.com`
  const [one = ''] = await buyAs(app, form, email)
  await finish()
  const { db } = app.services
  const { rows: copies } = await sql<{ id: string }>`
    insert into purchases select (jsonb_populate_record(purchases, jsonb_build_object(
      'id', gen_random_uuid(), 'idempotency_key', gen_random_uuid(), 'fingerprint', null, 'payment_intent_id', null))).*
    from purchases, generate_series(1, 49) where id = ${one} returning id`.execute(db)
  const named = async () =>
    (await db.selectFrom('purchases').select('id').where('email', '=', email).execute()).length
  let batches = 0
  const now = app.clock.now()
  app.clock.set(nameless())
  const run = async () =>
    eraseOldBuyers(app.services, async (tx, sales) => {
      batches += 1
      await app.eraseBuyers(tx, sales)
      if (batches === 2) throw new Error('killed')
    })
  expect(await run()).toBe(20)
  await expect(run()).rejects.toThrow('killed')
  expect(await named()).toBe(30)
  app.clock.set(now)
  expect(await eraseAt(nameless())).toBe(30)
  expect(await named()).toBe(0)
  // Stripe does not have these copies, so a later test would find differences.
  await db
    .deleteFrom('purchases')
    .where(
      'id',
      'in',
      copies.map(({ id }) => id),
    )
    .execute()
})

test('a sale’s year ends when it has ended in every time zone', () => {
  const since = (at: string, years = 10) => namedSince(new Date(at), years).toISOString()
  // The last moment of 2026 anywhere in the world is noon UTC on January 1. The first moment of 2027 is ten hours
  // before the year ends in UTC.
  expect(since('2037-01-01T11:59:59Z')).toBe('2025-12-31T10:00:00.000Z')
  expect(since('2037-01-01T12:00:00Z')).toBe('2026-12-31T10:00:00.000Z')
  expect(since('2037-06-01T00:00:00Z', 7)).toBe('2029-12-31T10:00:00.000Z')
})
