import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { grantSuperAdmin } from '#accounts/roles/super-admins.ts'
import { addTestPasskey } from '#accounts/roles/test-staff.ts'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { OutcomeUnknown } from '#foundation/card-provider/errors.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { reconcileAccountsWhenDue } from './reconcile-accounts.ts'
import { reconciliationContract } from './contract.ts'

let app: TestApp
let seller: TestSeller
let admin: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  admin = await signUpSeller(app, { isOnboarded: false })
  const { email } = await app.services.db
    .updateTable('users')
    .set({ emailVerified: true })
    .where('id', '=', admin.userId)
    .returning('email')
    .executeTakeFirstOrThrow()
  await grantSuperAdmin(app.services.db, app.services.log, email)
  await addTestPasskey(app, admin.userId)
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  await app.services.db.deleteFrom('bookDifferences').execute()
  await app.services.db.deleteFrom('schedules').execute()
  // Resolves differences from earlier tests. This test sells through its own form.
  await sql`update purchases set status = 'paid', subtotal = 4900, total = 4900 where status <> 'canceled'`.execute(
    app.services.db,
  )
  form = await createTestForm(app, seller)
})

async function books() {
  const { body } = await call(app, 'GET', '/api/admin/books', { token: admin.token })
  return reconciliationContract.readReconciliation.ok.schema.parse(body)
}

const compare = () => call(app, 'POST', '/api/admin/books/compare', { token: admin.token, body: {} })

/** Makes a form's purchases older, because moving the clock would end the session. */
async function age(formId: string, seconds: number) {
  await sql`
    update purchases set created_at = created_at - make_interval(secs => ${seconds})
    where form_id = ${formId}`.execute(app.services.db)
}

/** Makes a purchase from an hour ago whose charge has another amount. */
async function sellForAnotherAmount() {
  const { purchaseId } = outcomeOf(await pay(app, form))
  await sql`update purchases set subtotal = 5000, total = 5000 where id = ${purchaseId}`.execute(
    app.services.db,
  )
  await age(form, 3_600)
  app.clock.advance(60)
}

test('only a SuperAdmin can see the reconciliation’s results', async () => {
  for (const [method, path] of [
    ['GET', '/api/admin/books'],
    ['POST', '/api/admin/books/compare'],
    ['POST', '/api/admin/books/differences/x/settle'],
  ] as const) {
    const body = method === 'POST' ? { note: 'Mine' } : undefined
    expect((await call(app, method, path, { body })).status).toBe(401)
    expect((await call(app, method, path, { body, token: seller.token })).status).toBe(403)
  }
  expect(await books()).toEqual({
    differences: { data: [], hasMore: false },
    unsettledPurchases: { data: [], hasMore: false },
    comparedAt: null,
  })
})

// Proves reconciliation.
test('a difference shows both amounts, and stays resolved once resolved', async () => {
  await sellForAnotherAmount()
  expect(await compare()).toMatchObject({ status: 200, body: { found: 1 } })
  const { differences, comparedAt } = await books()
  expect(comparedAt).toBe(app.clock.now().toISOString())
  const [difference] = differences.data
  expect(difference).toMatchObject({
    kind: 'amount_differs',
    stripeAccountId: seller.account,
    expected: { total: 5_000, currency: 'usd' },
    charged: { total: 4_900, currency: 'usd' },
  })

  const settle = (id: string, note: string) =>
    call(app, 'POST', `/api/admin/books/differences/${id}/settle`, { token: admin.token, body: { note } })
  expect((await settle(difference?.id ?? '', ' ')).status).toBe(422)
  expect((await settle('nothing', 'Refunded')).status).toBe(404)
  expect((await settle(admin.userId, 'Refunded')).status).toBe(404)
  expect((await settle(difference?.id ?? '', 'Refunded by hand')).status).toBe(200)
  expect((await settle(difference?.id ?? '', 'Second')).status).toBe(200)
  expect((await books()).differences.data).toEqual([])
  expect(await compare()).toMatchObject({ body: { found: 0 } })
  const kept = await app.services.db.selectFrom('bookDifferences').selectAll().executeTakeFirstOrThrow()
  expect(kept).toMatchObject({ settledBy: admin.userId, settledNote: 'Refunded by hand' })
})

test('a purchase with an unknown outcome is listed after ten minutes, and an unfinished authentication after seventy', async () => {
  const [stuck, waiting] = [await createTestForm(app, seller), await createTestForm(app, seller)]
  await pay(app, stuck)
  await sql`update purchases set status = 'unknown' where form_id = ${stuck}`.execute(app.services.db)
  await pay(app, waiting, { paymentMethodId: 'pm_card_authenticationRequired' })
  const statuses = async () => (await books()).unsettledPurchases.data.map(({ status }) => status)
  expect(await statuses()).toEqual([])
  await Promise.all([age(stuck, 601), age(waiting, 601)])
  expect(await statuses()).toEqual(['unknown'])
  await age(waiting, 3_600)
  expect(await statuses()).toEqual(['requires_action', 'unknown'])
  await sql`update purchases set status = 'canceled' where form_id in (${stuck}, ${waiting})`.execute(
    app.services.db,
  )
})

test('an aborted reconciliation stops and is repeated within the hour', async () => {
  await sellForAnotherAmount()
  const stopping = new AbortController()
  const real = app.services.provider
  const read: string[] = []
  const provider: typeof real = {
    ...real,
    async *listPaymentIntents(...given) {
      read.push(given[0])
      for await (const intent of real.listPaymentIntents(...given)) {
        yield intent
        stopping.abort()
      }
    },
  }
  await expect(reconcileAccountsWhenDue({ ...app.services, provider }, stopping.signal)).rejects.toThrow(
    'aborted',
  )

  expect(read.at(-1)).toBe(seller.account)
  expect((await books()).comparedAt).toBeNull()
  // The reconciliation is due again within the hour.
  await app.services.db.updateTable('schedules').set({ nextRunAt: app.clock.now() }).execute()
  await reconcileAccountsWhenDue(app.services)
  expect((await books()).differences.data).toHaveLength(1)
  expect((await books()).comparedAt).toBe(app.clock.now().toISOString())
})

/** A process that takes this long for each account. `others` run while it reads its second account. */
function slowly(seconds: number, others: () => Promise<unknown>) {
  const read: string[] = []
  const { provider: real } = app.services
  const provider: typeof real = {
    ...real,
    async *listPaymentIntents(...given) {
      read.push(given[0])
      app.clock.advance(seconds)
      if (read.length === 2) await others()
      yield* real.listPaymentIntents(...given)
    },
  }
  return { services: { ...app.services, provider }, read }
}

test('while a reconciliation takes hours, no other process starts one', async () => {
  const accounts = [await signUpSeller(app), seller].length
  const other = slowly(0, async () => undefined)
  const { services, read } = slowly(40 * 60, () => reconcileAccountsWhenDue(other.services))
  await reconcileAccountsWhenDue(services)

  expect(read.length).toBeGreaterThanOrEqual(accounts)
  expect(other.read).toEqual([])
  app.clock.set(new Date())
  expect((await books()).comparedAt).not.toBeNull()
})

test('a reconciliation stops once another process has taken over', async () => {
  await signUpSeller(app)
  const other = slowly(0, async () => undefined)
  // The process takes longer than its lease.
  const { services, read } = slowly(2 * 60 * 60, () => reconcileAccountsWhenDue(other.services))
  await reconcileAccountsWhenDue(services)

  expect(read).toHaveLength(2)
  expect(other.read.length).toBeGreaterThanOrEqual(2)
})

/** Another seller, whose account is disconnected. */
async function disconnectedSeller() {
  const gone = await signUpSeller(app, { isOnboarded: false })
  const { sellerId } = await app.services.db
    .selectFrom('members')
    .select('sellerId')
    .where('userId', '=', gone.userId)
    .executeTakeFirstOrThrow()
  const change = (changed: { stripeAccountId?: string | null; closedAt?: Date }) =>
    app.services.db.updateTable('sellers').set(changed).where('id', '=', sellerId).execute()
  await change({ stripeAccountId: 'acct_gone' })
  onTestFinished(async () => {
    await change({ stripeAccountId: null })
  })
  return { change }
}

test('an unreadable account does not block the others and is tried again', async () => {
  await sellForAnotherAmount()
  const { change } = await disconnectedSeller()
  const { provider } = app.services
  const read = provider.listPaymentIntents.bind(provider)
  const silent = vi.spyOn(provider, 'listPaymentIntents').mockImplementation((account, ...rest) => {
    if (account === 'acct_gone') throw new OutcomeUnknown(undefined)
    return read(account, ...rest)
  })
  onTestFinished(() => silent.mockRestore())

  await expect(reconcileAccountsWhenDue(app.services)).rejects.toThrow('One account could not be compared')
  expect((await books()).differences.data).toHaveLength(1)
  expect((await books()).comparedAt).toBeNull()
  expect(await compare()).toMatchObject({ status: 503, body: { code: 'comparison_incomplete' } })
  await reconcileAccountsWhenDue(app.services)
  expect((await books()).comparedAt).toBeNull()

  await change({ stripeAccountId: null })
  await app.services.db.updateTable('schedules').set({ nextRunAt: app.clock.now() }).execute()
  await reconcileAccountsWhenDue(app.services)
  const now = app.clock.now()
  expect((await books()).comparedAt).toBe(now.toISOString())
  const { nextRunAt } = await app.services.db.selectFrom('schedules').selectAll().executeTakeFirstOrThrow()
  expect(nextRunAt).toEqual(secondsAfter(now, 24 * 60 * 60))
})

test('a disconnected account logs one alarm, and none after its seller closes the shop', async () => {
  await sellForAnotherAmount()
  const { change } = await disconnectedSeller()
  const alarms: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void alarms.push(line) })
  await reconcileAccountsWhenDue({ ...app.services, log })
  const now = app.clock.now()

  expect((await books()).comparedAt).toBe(now.toISOString())
  expect((await books()).differences.data).toHaveLength(1)
  expect(alarms.filter((line) => line.includes('acct_gone'))).toEqual([
    expect.stringContaining('an account is disconnected'),
  ])

  await change({ closedAt: now })
  await app.services.db.updateTable('schedules').set({ nextRunAt: now }).execute()
  await reconcileAccountsWhenDue({ ...app.services, log })
  expect(alarms.filter((line) => line.includes('acct_gone'))).toHaveLength(1)
})
