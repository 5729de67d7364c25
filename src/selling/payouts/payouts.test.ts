import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { outcomeOf } from '#buying/checkout/pay/test-paying.ts'
import { accept, createOfferForm, offerOf, order } from '#buying/upsells/test-offers.ts'
import {
  call,
  createTestForm,
  moveProviderClock,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
  sandboxList,
} from '#test-app.ts'
import type { ProviderTransaction } from '#foundation/card-provider/payouts.ts'
import { mostPaid, sumFees } from './handlers.ts'
import { payoutsContract, type Payout, type PayoutDetail } from './contract.ts'

const day = 24 * 3600

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})
afterEach(async () => {
  await setFaults(app, { calls: [], events: [] })
  app.clock.set(new Date())
})

const get = (path: string, { token } = seller) => call(app, 'GET', `/api${path}`, { token })

async function payouts(): Promise<Payout[]> {
  return payoutsContract.listPayouts.ok.schema.parse((await get('/payouts')).body).data
}

async function detailOf(id = ''): Promise<PayoutDetail> {
  return payoutsContract.getPayout.ok.schema.parse((await get(`/payouts/${id}`)).body)
}

async function balance() {
  return payoutsContract.getBalance.ok.schema.parse((await get('/payouts/balance')).body).currencies
}

async function refund(id: string, amount: number) {
  const answer = await call(app, 'POST', `/api/sales/${id}/refunds`, {
    token: seller.token,
    body: { amount },
  })
  expect(answer.status).toBeLessThan(300)
}

async function csvOf(id: string): Promise<Response> {
  const { body } = await get(`/payouts/${id}/export-link`)
  return fetch(`${app.url}${z.object({ path: z.string() }).parse(body).path}`)
}

describe('balance', () => {
  test('the balance shows pending amounts with the day they become available', async () => {
    await order(app, form)
    const [usd] = await balance()
    expect(usd).toMatchObject({ currency: 'usd', available: 0, pending: 4900 - 172 })
    expect(usd?.days?.map(({ amount }) => amount)).toEqual([4728])
    expect(usd?.days?.[0]?.day).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  test('the balance is fetched at most once a minute', async () => {
    await balance()
    await order(app, form)
    expect((await balance())[0]?.pending).toBe(0)
    app.clock.advance(61)
    expect((await balance())[0]?.pending).toBe(4728)
  })
})

describe('payouts', () => {
  test('a payout equals its sales minus fees, refunds and disputes, to the cent', async () => {
    const kept = await order(app, form)
    const partly = await order(app, form, { name: 'Kim Park', email: 'kim@example.com' })
    await refund(partly.purchaseId, 9)
    const big = await createTestForm(app, seller, { amount: 200, title: 'A weekend in the hills' })
    await order(app, big)
    await order(app, form, { paymentMethodId: 'pm_card_createDispute' })
    await moveProviderClock(app, 3 * day)
    const [listed] = await payouts()
    const payout = await detailOf(listed?.id)

    expect(listed).toMatchObject({ currency: 'usd', bank: { last4: '6789' }, failureMessage: null })
    expect(payout.sums).toEqual({
      sales: 3 * 4900 + 20_000,
      refunds: -900,
      disputes: -4900,
      other: 0,
      providerFee: 3 * 172 + 610 + 1500,
      applicationFee: 0,
      net: listed?.amount,
    })
    expect(payout.lines.reduce((sum, { net }) => sum + net, 0)).toBe(payout.amount)
    expect(payout.lines.map(({ kind, purchase }) => [kind, purchase?.form])).toEqual([
      ['dispute', 'A course in watercolor'],
      ['sale', 'A course in watercolor'],
      ['sale', 'A weekend in the hills'],
      ['refund', 'A course in watercolor'],
      ['sale', 'A course in watercolor'],
      ['sale', 'A course in watercolor'],
    ])
    expect(payout.lines[3]).toMatchObject({
      gross: -900,
      net: -900,
      purchase: { id: partly.purchaseId, name: 'Kim Park', email: 'kim@example.com' },
    })
    expect(payout.lines[5]).toMatchObject({
      gross: 4900,
      providerFee: 172,
      net: 4728,
      purchase: { id: kept.purchaseId },
    })
  })

  test('the weeks of the chart add up to the listed payouts', async () => {
    for (let round = 0; round < 2; round += 1) {
      await order(app, form)
      await moveProviderClock(app, 8 * day)
    }
    const listed = await payouts()
    const { body } = await get('/payouts/weeks')
    const [usd] = payoutsContract.getPayoutWeeks.ok.schema.parse(body).currencies

    expect(listed).toHaveLength(2)
    expect(usd?.weeks.flatMap(({ amount }) => (amount === 0 ? [] : [amount]))).toEqual([4728, 4728])
  })

  test('a payout shows each form’s title at the time of sale and the accepted offer', async () => {
    const offering = await createOfferForm(app, seller, { title: 'A course in watercolor' })
    const bought = await order(app, offering)
    outcomeOf(await accept(app, bought, await offerOf(app, bought)))
    const body = { title: 'A course in oil paint', isDetailUpdate: false }
    await call(app, 'PATCH', `/api/forms/${offering}`, { token: seller.token, body })
    await moveProviderClock(app, 3 * day)
    const [listed] = await payouts()
    const { lines } = await detailOf(listed?.id)

    expect(lines.map(({ purchase }) => [purchase?.form, purchase?.offer])).toEqual([
      ['A course in watercolor', 'The second course'],
      ['A course in watercolor', null],
    ])
    const [head, offer] = (await (await csvOf(listed?.id ?? '')).text()).trim().split('\r\n')
    expect([head?.split(',').at(-1), offer?.split(',').at(-1)]).toEqual(['Offer', 'The second course'])
  })

  test('a payout that has arrived can still be returned by the bank with a reason', async () => {
    await order(app, form)
    await moveProviderClock(app, 2 * day)
    const [first] = await payouts()
    expect(first?.status).toBe('on_its_way')
    await moveProviderClock(app, 2 * day)
    app.clock.advance(61)
    expect((await payouts())[0]).toMatchObject({ id: first?.id, status: 'paid' })
    await fetch(`${app.sandbox.url}/sandbox/payouts/${first?.id ?? ''}/fail`, { method: 'POST' })
    app.clock.advance(61)
    expect(await payouts()).toMatchObject([
      { status: 'failed', failureMessage: 'The bank account has been closed.' },
    ])
    await moveProviderClock(app, day)
    app.clock.advance(61)
    const [again] = await payouts()
    expect((await detailOf(again?.id)).sums).toMatchObject({ sales: 0, other: 4728, net: 4728 })
  })

  test('a payout can be downloaded as CSV through a link that expires after two minutes', async () => {
    const { purchaseId } = await order(app, form, { name: '=Kim', email: 'kim@example.com' })
    await refund(purchaseId, 9)
    await moveProviderClock(app, 3 * day)
    const [payout] = await payouts()
    const answer = await csvOf(payout?.id ?? '')
    const [head = '', ...lines] = (await answer.text()).trim().split('\r\n')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="payout-${payout?.id ?? ''}.csv"`,
    )
    expect(head).toContain(
      'Time (UTC),Kind,Purchase,Form,Buyer,Email,Currency,Gross,Stripe fee,Platform fee,Net',
    )
    expect(lines.map((line) => line.split(',').slice(1, 11).join(','))).toEqual([
      `refund,${purchaseId},A course in watercolor,'=Kim,kim@example.com,USD,-9.00,0.00,0.00,-9.00`,
      `sale,${purchaseId},A course in watercolor,'=Kim,kim@example.com,USD,49.00,1.72,0.00,47.28`,
    ])
    const { body } = await get(`/payouts/${payout?.id ?? ''}/export-link`)
    app.clock.advance(121)
    const path = z.object({ path: z.string() }).parse(body).path
    expect((await fetch(`${app.url}${path}`)).status).toBe(404)
  })

  test('a seller gets 404 for another seller’s payout', async () => {
    await order(app, form)
    await moveProviderClock(app, 3 * day)
    const [payout] = await payouts()
    const stranger = await signUpSeller(app)
    expect((await get(`/payouts/${payout?.id ?? ''}`, stranger)).status).toBe(404)
    expect((await get('/payouts/po_unknown')).status).toBe(404)
    expect((await get(`/payouts/${payout?.id ?? ''}/export-link`)).status).toBe(200)
    expect((await get(`/payouts/${payout?.id ?? ''}/export-link`, stranger)).status).toBe(404)
    expect((await get('/payouts/po_unknown/export-link')).status).toBe(404)
    expect((await get('/payouts/nonsense')).status).toBe(404)
    expect((await get('/payouts?after=nonsense')).status).toBe(422)
  })
})

describe('fees', () => {
  const hour = 3600 * 1000
  async function feesOf(from: Date, to: Date) {
    const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() })
    const { status, body } = await get(`/payouts/fees?${query.toString()}`)
    expect(status).toBe(200)
    return payoutsContract.getFees.ok.schema.parse(body).currencies
  }
  const feesUpTo = (to: Date) => feesOf(new Date(to.getTime() - hour), to)
  const soon = () => new Date(Date.now() + 10_000)

  test('fees cover a period’s payments and disputes, to the cent', async () => {
    const { purchaseId } = await order(app, form)
    await refund(purchaseId, 9)
    const before = await sandboxList(app, 'disputes')
    await order(app, form, { paymentMethodId: 'pm_card_createDispute' })
    await expect.poll(() => sandboxList(app, 'disputes')).toHaveLength(before.length + 1)
    // Other tests may have moved Stripe's clock ahead.
    const told = await feesOf(new Date(Date.now() - hour), new Date(Date.now() + 60 * 24 * hour))
    expect(told).toEqual([{ currency: 'usd', fees: 2 * 172 + 1500, waiting: 0 }])
    expect(await feesUpTo(new Date(Date.now() - hour))).toEqual([])
  })

  test('fees are unknown until Stripe has booked them', async () => {
    await order(app, form)
    expect(await feesUpTo(soon())).toEqual([{ currency: 'usd', fees: 172, waiting: 0 }])
    await order(app, form)
    expect(await feesUpTo(soon())).toEqual([{ currency: 'usd', fees: null, waiting: 1 }])
    app.clock.advance(61)
    expect(await feesUpTo(soon())).toEqual([{ currency: 'usd', fees: 344, waiting: 0 }])
  })

  test('fees exclude sales the account makes outside Tillform', async () => {
    const { db } = app.services
    const { purchaseId } = await order(app, form)
    await order(app, form)
    await db
      .updateTable('purchases')
      .set({ paymentIntentId: 'pi_elsewhere', paidAt: new Date(0) })
      .where('id', '=', purchaseId)
      .execute()
    expect(await feesUpTo(soon())).toEqual([{ currency: 'usd', fees: 172, waiting: 0 }])
  })

  test('fees are omitted when there are too many payments to look up', async () => {
    const { purchaseId } = await order(app, form)
    await sql`
      insert into purchases select (jsonb_populate_record(one, jsonb_build_object(
        'id', gen_random_uuid(), 'idempotency_key', 'many ' || n, 'payment_intent_id', 'pi_' || one.id || n
      ))).* from purchases one, generate_series(1, ${mostPaid}::int) n where one.id = ${purchaseId}`.execute(
      app.services.db,
    )
    expect(await feesUpTo(soon())).toBeNull()
  })

  test('fees are unknown if Stripe books a different currency from the one the buyer paid in', () => {
    const now = new Date()
    const paid = { paymentIntentId: 'pi_1', currency: 'eur', createdAt: now }
    const dollars: ProviderTransaction = {
      id: 'txn_1',
      category: 'charge',
      description: null,
      createdAt: now,
      availableAt: now,
      isPending: false,
      currency: 'usd',
      amount: 5000,
      applicationFee: 0,
      providerFee: 175,
      net: 4825,
      paymentIntentId: 'pi_1',
    }
    const sums = sumFees({ from: new Date(0), to: now }, [paid], [dollars], new Map())
    expect(sums).toEqual([{ currency: 'eur', fees: null, waiting: 0 }])
  })

  test('fees need a period that ends after it starts', async () => {
    const now = new Date().toISOString()
    expect((await get(`/payouts/fees?from=${now}&to=${now}`)).status).toBe(422)
  })
})

describe('sellers without visible payouts', () => {
  test('a seller without a Stripe account is asked to connect one to see payouts', async () => {
    const unconnected = await signUpSeller(app, { isOnboarded: false })
    for (const path of ['/payouts', '/payouts/balance', '/payouts/po_1']) {
      expect(await get(path, unconnected)).toMatchObject({ status: 409, body: { code: 'no_account' } })
    }
  })

  test('a seller is asked to try again later while Stripe cannot list payouts', async () => {
    const calls = [{ method: 'GET', path: '/v1/payouts', fault: { kind: 'error', status: 500 } }]
    await setFaults(app, { calls, events: [] })
    expect(await get('/payouts')).toMatchObject({ status: 503, body: { code: 'provider_unreachable' } })
    await setFaults(app, { calls: [], events: [] })
    expect((await get('/payouts')).status).toBe(200)
  })
})
