// @module-tag long sends every text after every event
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { addFile } from '#accounts/uploads/test-files.ts'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { bothConsents, downloadIn, setPolicy } from '#buying/consumer-law/test-policy.ts'
import type { TestOrder } from '#buying/upsells/test-offers.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { listed, open, post, purchaseOf, returnedFor, state, withdraw, workOff } from './test-withdrawals.ts'

// Checks that nothing a buyer sends after an event increases what is refunded automatically. It can only leave the
// decision to the seller.

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date('2026-11-23T10:00:00Z'))
  seller = await signUpSeller(app)
})

const day = 24 * 3600

type Sale = {
  readonly in: string
  readonly policy?: Readonly<Record<string, unknown>>
  readonly hasFiles?: boolean
  readonly consents?: 'digital' | 'service'
}

/** Kinds of sales that have different withdrawal rights. */
const sales: Readonly<Record<string, Sale>> = {
  'a German shop’s file opened early': { in: 'DE', hasFiles: true, consents: 'digital' },
  'a German shop’s waiting file': { in: 'DE', hasFiles: true },
  'an American shop’s file': { in: 'US', hasFiles: true },
  'a Brazilian shop’s file': { in: 'BR', hasFiles: true },
  'a German shop’s ticket': { in: 'DE', policy: { sells: 'dated_event' } },
  'a German shop’s downloadable ticket': { in: 'DE', hasFiles: true, policy: { sells: 'dated_event' } },
  'a German shop’s service started early': { in: 'DE', consents: 'service' },
  'an American shop’s service': { in: 'US' },
  'a German shop’s goods': { in: 'DE', policy: { sells: 'goods', earlyStart: 'not_asked' } },
  'an American shop’s service started early under a policy': {
    in: 'US',
    policy: { sells: 'service', onWithdrawal: 'ask_me' },
    consents: 'service',
  },
}

/** Prepares a sale of this kind, and returns a function that buys it. */
async function sell({ in: country, policy, hasFiles = false, consents }: Sale) {
  await locate(app, seller, country)
  if (policy !== undefined) await setPolicy(app, seller, policy)
  const files = hasFiles ? [await addFile(app, seller, 'Book.txt')] : []
  const form = await createTestForm(app, seller, { files })
  const given = consents === undefined ? {} : { consents: bothConsents(consents) }
  return async (): Promise<TestOrder> =>
    outcomeOf(await pay(app, form, { email: `${newKey()}@example.com`, ...given }))
}

const buy = async (sale: Sale) => (await sell(sale))()

const pathOf = ({ purchaseId, secret }: TestOrder, page = '') =>
  `/purchases/${purchaseId}${page}?key=${secret}`

/** What can happen to a purchase before its buyer sends a statement. */
const events: Readonly<Record<string, (bought: TestOrder) => Promise<void>>> = {
  opened: async (bought) => {
    const file = downloadIn((await open(app, pathOf(bought))).text)
    if (file !== '') expect((await open(app, file)).status).toBe(200)
  },
  'over for the law': async () => app.clock.advance(17 * day),
  delivered: async ({ purchaseId }) => {
    const body = { deliveredOn: '2026-11-23' }
    await call(app, 'PATCH', `/api/sales/${purchaseId}/delivery`, { token: seller.token, body })
    app.clock.advance(20 * day)
  },
  'refunded in part': async ({ purchaseId }) => {
    const headers = { 'idempotency-key': newKey() }
    const body = { amount: 10 }
    await call(app, 'POST', `/api/sales/${purchaseId}/refunds`, { token: seller.token, headers, body })
  },
}

const details = {
  name: 'Bea',
  addressLine1: 'Rua 1',
  addressLine2: '',
  postalCode: '1',
  city: 'X',
  taxNumber: '',
}

const country = (code: string) => async (bought: TestOrder) => {
  await post(app, pathOf(bought, '/invoice-details'), { ...details, country: code })
}

async function stateAs(bought: TestOrder, fields: { email?: string; reference: string }): Promise<void> {
  await state(app, { email: (await purchaseOf(app, bought.purchaseId)).email, ...fields })
  await workOff(app)
}

const countries: Readonly<Record<string, (bought: TestOrder) => Promise<unknown>>> = {
  'lives in Brazil': country('BR'),
  'lives in Germany': country('DE'),
  'lives in the United Kingdom': country('GB'),
  'lives in America': country('US'),
  'is a business in France': async (bought) =>
    post(app, pathOf(bought, '/invoice-details'), {
      ...details,
      country: 'FR',
      taxNumber: 'FR12345678901',
    }),
}

/** The statements that a buyer can send at any time. */
const words: Readonly<Record<string, (bought: TestOrder) => Promise<unknown>>> = {
  ...countries,
  'states it with the address alone': async (bought) => stateAs(bought, { reference: 'what I bought' }),
  'states it from another address': async (bought) =>
    stateAs(bought, { email: 'other@example.com', reference: bought.purchaseId }),
  'agrees to an early start': async (bought) =>
    post(
      app,
      pathOf(bought, '/early-start'),
      new URLSearchParams(
        [...bothConsents('digital'), ...bothConsents('service')].map(({ text }): [string, string] => [
          'consent',
          text,
        ]),
      ),
    ),
}

/** The amount that is refunded automatically, without the seller's decision. */
async function outcomeOfWithdrawing(bought: TestOrder): Promise<number> {
  await withdraw(app, bought)
  await stateAs(bought, { reference: bought.purchaseId })
  await workOff(app)
  const { amount } = await app.services.db
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('amount'))
    .where('purchaseId', '=', bought.purchaseId)
    .where('status', '!=', 'failed')
    .executeTakeFirstOrThrow()
  return amount
}

/**
 * Opening files does not affect these sales, so they are tested with all other events. Other sales are tested only with
 * opening files.
 */
const unseen = ['an American shop’s service', 'a German shop’s goods']
const cases = Object.keys(sales).flatMap((sale) =>
  Object.keys(events)
    .filter((event) => (event === 'opened') !== unseen.includes(sale))
    .map((event): [string, string] => [sale, event]),
)

test.for(cases)('%s, %s: nothing the buyer sends increases the refund', async ([sale, event]) => {
  const [sold, happen] = [sales[sale], events[event]]
  if (sold === undefined || happen === undefined) throw new RangeError('Nothing of that name')
  const start = app.clock.now()
  const buyOne = await sell(sold)
  const after = async (...steps: readonly ((bought: TestOrder) => Promise<unknown>)[]) => {
    app.clock.set(start)
    const bought = await buyOne()
    for (const step of steps) await step(bought)
    return outcomeOfWithdrawing(bought)
  }
  const silent = await after(happen)
  const more: [string, readonly number[]][] = []
  for (const [word, write] of Object.entries(words)) {
    // Until a file is opened, the country that the buyer gives applies automatically.
    const isUntouched = sold.hasFiles === true && sold.policy === undefined && event !== 'opened'
    if (isUntouched && word in countries) continue
    const returned = [await after(happen, write)]
    // It makes no difference whether the file is opened before or after the statement is sent.
    if (event === 'opened') returned.push(await after(write, happen))
    if (Math.max(...returned) > silent) more.push([word, returned])
  }
  expect(more).toEqual([])
})

test.for(Object.keys(sales))(
  'entering another country later does not refund a withdrawal from %s',
  async (sale) => {
    const sold = sales[sale]
    if (sold === undefined) throw new RangeError('Nothing of that name')
    const bought = await buy(sold)
    await events['opened']?.(bought)
    const silent = await returnedFor(app, bought.purchaseId)
    await words['lives in Brazil']?.(bought)
    await withdraw(app, bought)
    const [waiting] = await listed(app, seller)
    const before = await returnedFor(app, bought.purchaseId)
    for (const name of Object.values(countries)) {
      await name(bought)
      app.clock.advance(day)
      await app.services.db.updateTable('withdrawals').set({ nextCheckAt: app.clock.now() }).execute()
      await workOff(app)
    }

    expect(await returnedFor(app, bought.purchaseId)).toBe(before)
    if (waiting?.waitsForSeller === true) expect(before).toBe(silent)
  },
)

test('a German buyer is refunded for a US shop’s files if they have not opened them', async () => {
  const bought = await buy({ in: 'US', hasFiles: true })
  await countries['lives in Germany']?.(bought)
  const page = (await open(app, pathOf(bought))).text

  expect(page).toContain('You can withdraw from this contract until')
  expect(await outcomeOfWithdrawing(bought)).toBe(4900)
})

test('a country entered after opening the files leaves the decision to the seller', async () => {
  const bought = await buy({ in: 'US', hasFiles: true })
  await events['opened']?.(bought)
  await countries['lives in Germany']?.(bought)
  const page = (await open(app, pathOf(bought))).text
  const asked = (await open(app, pathOf(bought, '/withdraw'))).text
  await withdraw(app, bought)
  await workOff(app)
  const [row] = await listed(app, seller)
  const before = await returnedFor(app, bought.purchaseId)
  await call(app, 'POST', `/api/withdrawals/${row?.id ?? ''}/refund`, { token: seller.token, body: {} })
  await workOff(app)

  expect(page).toContain('If you live as a consumer in the country you named for the invoice')
  expect(asked).toContain('The seller reviews your withdrawal before any money moves')
  expect([row?.outcome, row?.waitsForSeller, row?.waitsBecause, before]).toEqual(['open', true, 'country', 0])
  expect(await returnedFor(app, bought.purchaseId)).toBe(4900)
})

test('goods without a delivery date are refunded automatically only for a limited time', async () => {
  const goods = sales['a German shop’s goods']
  if (goods === undefined) throw new RangeError('Nothing of that name')
  const [early, late] = [await buy(goods), await buy(goods)]
  app.clock.advance(40 * day)
  await withdraw(app, early)
  app.clock.advance(20 * day)
  await withdraw(app, late)
  app.clock.set(new Date('2026-11-23T10:00:00Z'))
  const rows = await listed(app, seller)

  expect(await returnedFor(app, early.purchaseId)).toBe(4900)
  expect(await returnedFor(app, late.purchaseId)).toBe(0)
  expect(rows.find(({ saleId }) => saleId === late.purchaseId)?.waitsBecause).toBe('arrival')
})
