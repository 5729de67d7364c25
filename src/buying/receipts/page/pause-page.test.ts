import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countCancelReasons } from '#selling/sales/dashboard/cancel-reasons.ts'
import { mailTextOf } from '#payments/subscriptions/notices/test-notices.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { noticeRenewals } from '#payments/subscriptions/notices/notice-renewals.ts'
import {
  ask,
  asSeller,
  begunSetup,
  checkAll,
  confirmSetup,
  later,
  mailsOf,
  moveTo,
  rowOf,
  subscribe,
  totalsOf,
  wireOf,
  type Ordered,
} from '#payments/subscriptions/test-subscriptions.ts'
import {
  answerBank,
  call,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(() => setFaults(app, lostEvents))

const days = (count: number) => count * 86_400_000

async function begin(fields: object = {}): Promise<Ordered> {
  const ordered = await subscribe(app, seller, { amount: 24, ...fields })
  await checkAll(app)
  return ordered
}

const urlOf = ({ purchaseId, secret }: Ordered, file = '') =>
  `${app.config.publicUrl}/purchases/${purchaseId}${file}?key=${secret}`

async function open(ordered: Ordered, kind?: string): Promise<string> {
  const url = kind === undefined ? urlOf(ordered) : `${urlOf(ordered, '/pause')}&kind=${kind}`
  return (await fetch(url)).text()
}

/** The fields of a question's form by name. If a field has several choices, the first is selected. */
function fieldsOf(page: string): Record<string, string> {
  const inputs = [...page.matchAll(/<input [^>]*name="(\w+)"[^>]*value="([^"]*)"/g)]
  return Object.fromEntries(inputs.toReversed().map(([, name = '', value = '']) => [name, value]))
}

function answer(ordered: Ordered, kind: string, fields: Record<string, string>): Promise<Response> {
  return fetch(`${urlOf(ordered, '/pause')}&kind=${kind}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields),
  })
}

test('opening the link in an email changes nothing, and the button on its page skips the payment', async () => {
  const ordered = await begin({ noticesShortRenewals: true })
  const { currentPeriodEnd: end } = await rowOf(app, ordered)
  await moveTo(app, new Date((end?.getTime() ?? 0) - days(2.9)))
  await noticeRenewals(app.services)
  await noticeRenewals(app.services)
  const mail = await mailTextOf(app, ordered, 'renewal_ahead')
  const [link = ''] = /http\S+\/pause\?\S+/.exec(mail) ?? []
  expect(mail).toContain('Not this time?')
  const page = await (await fetch(link)).text()
  expect(page).toContain('Your payment of $24.00 on')
  expect(await rowOf(app, ordered)).toMatchObject({ pauseUntil: null })
  const done = await answer(ordered, 'skip', fieldsOf(page))
  expect([done.status, done.headers.get('location')]).toEqual([303, expect.stringContaining('#subscription')])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'paused', skips: 1 })
  // A second click on the same page counts as the same request.
  expect((await answer(ordered, 'skip', fieldsOf(page))).status).toBe(303)
  expect(await rowOf(app, ordered)).toMatchObject({ skips: 1 })
})

test('a buyer pauses, sees the dates, undoes it, pauses again and continues', async () => {
  const ordered = await begin()
  const { currentPeriodEnd: end } = await rowOf(app, ordered)
  const before = await open(ordered)
  expect(before.indexOf('Skip next payment')).toBeLessThan(before.indexOf('Cancel subscription'))
  await answer(ordered, 'pause', fieldsOf(await open(ordered, 'pause')))
  expect(await open(ordered)).toContain('Your subscription pauses on')
  expect((await answer(ordered, 'undo', fieldsOf(await open(ordered, 'undo')))).status).toBe(303)
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'active' })
  await answer(ordered, 'pause', fieldsOf(await open(ordered, 'pause')))
  await moveTo(app, new Date((end?.getTime() ?? 0) + days(3)))
  await checkAll(app)
  expect(await open(ordered)).toContain('Nothing is charged until')
  expect((await answer(ordered, 'go-on', fieldsOf(await open(ordered, 'go-on')))).status).toBe(303)
  expect(await totalsOf(app, ordered)).toEqual([2400, 2400])
})

test('if the bank requires authentication to end a pause, the buyer confirms there and nothing is charged until then', async () => {
  const ordered = await begin()
  const { currentPeriodEnd: end } = await rowOf(app, ordered)
  await answer(ordered, 'pause', fieldsOf(await open(ordered, 'pause')))
  await moveTo(app, new Date((end?.getTime() ?? 0) + days(3)))
  await checkAll(app)
  const begun = begunSetup.parse((await ask(app, ordered, '/card')).body)
  await confirmSetup(app, seller, begun, 'pm_card_authenticationRequired')
  await answerBank(app, begun.clientSecret)
  await ask(app, ordered, '/card/finish', { setupIntentId: begun.setupIntentId })
  const goOn = async () => {
    const answered = await answer(ordered, 'go-on', fieldsOf(await open(ordered, 'go-on')))
    const text = await answered.text()
    expect([answered.status, text]).toEqual([402, expect.stringContaining('Your bank needs you to confirm')])
    return /<a href="([^"]+\/invoices\/[^"]+)"/.exec(text)?.[1] ?? ''
  }
  const atBank = (url: string, action: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ action }) })

  const first = await goOn()
  expect(await goOn()).toBe(first)
  await checkAll(app)
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'paused', unpaidInvoiceId: null })
  expect(await mailsOf(app, ordered)).not.toContain('renewal_failed')
  await atBank(first, 'fail')
  const second = await goOn()
  expect(second).not.toBe(first)
  expect(await (await atBank(second, 'complete')).text()).toContain('Invoice paid')
  await later(app, days(0.1))
  await checkAll(app)
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'active', pauseUntil: null, paidCycles: 2 })
  expect(await totalsOf(app, ordered)).toEqual([2400, 2400])
  await answer(ordered, 'go-on', { kind: 'go-on' })
  expect(await totalsOf(app, ordered)).toEqual([2400, 2400])
})

test('an outdated page changes nothing and shows the new dates', async () => {
  const ordered = await begin()
  const fields = fieldsOf(await open(ordered, 'skip'))
  const answered = await answer(ordered, 'skip', { ...fields, next: '2026-01-01T00:00:00.000Z' })
  expect([answered.status, await rowOf(app, ordered)]).toMatchObject([409, { pauseUntil: null }])
  expect(await answered.text()).toContain('Your payments have changed')
  const without = await answer(ordered, 'pause', {})
  expect([without.status, await without.text()]).toEqual([
    409,
    expect.stringContaining('Your payments have changed'),
  ])
})

test('a yearly plan can be paused until only one day, which the page shows', async () => {
  const ordered = await begin({ billingPeriod: 'Yearly' })
  const { currentPeriodEnd: end } = await rowOf(app, ordered)
  expect(await open(ordered, 'pause')).toContain('closer to your next payment')
  await moveTo(app, new Date((end?.getTime() ?? 0) - days(30)))
  await checkAll(app)
  const page = await open(ordered, 'pause')
  const { until = '' } = fieldsOf(page)
  expect(page).toContain(`Your next payment is on ${dayText(Date.parse(until))}.`)
  expect((await answer(ordered, 'pause', fieldsOf(page))).status).toBe(303)
  expect((await rowOf(app, ordered)).pauseUntil?.toISOString()).toBe(until)
})

test.for([
  ['installments', { cancelAfter: 3 }],
  ['a seller who does not allow it', { allowsPause: false }],
] as const)('%s: no page offers a pause, and none can be started', async ([, fields]) => {
  const ordered = await begin(fields)
  expect(await open(ordered)).not.toContain('Skip next payment')
  expect(await open(ordered, 'pause')).toContain('This subscription cannot be paused.')
  const next = (await rowOf(app, ordered)).currentPeriodEnd?.toISOString() ?? ''
  const answered = await answer(ordered, 'pause', { kind: 'pause', next, until: next })
  expect(answered.status).toBe(409)
  expect((await answered.text()).split('This subscription cannot be paused.')).toHaveLength(2)
})

test('a buyer who has canceled cannot pause, and a wrong key reveals nothing', async () => {
  const ordered = await begin()
  const fields = fieldsOf(await open(ordered, 'pause'))
  await ask(app, ordered, '/cancel')
  expect((await answer(ordered, 'pause', fields)).status).toBe(409)
  const stranger = { ...ordered, secret: 'x'.repeat(43) }
  expect((await answer(stranger, 'pause', fields)).status).toBe(404)
})

test('a form’s files stay open until the paid period ends, and then are closed during the pause', async () => {
  const file = { name: 'Lesson 1.pdf', type: 'application/pdf', size: 12 }
  const ordered = await begin()
  const uploaded = await asSeller(app, () =>
    call(app, 'GET', `/api/forms/${ordered.form}`, { token: seller.token }),
  )
  expect(uploaded.status).toBe(200)
  const url = '/api/files/00000000-0000-7000-8000-000000000001'
  await app.services.db
    .updateTable('forms')
    .set({ files: JSON.stringify([{ ...file, url }]) })
    .where('id', '=', ordered.form)
    .execute()
  await answer(ordered, 'skip', fieldsOf(await open(ordered, 'skip')))
  const { pauseFrom } = await rowOf(app, ordered)
  expect(await open(ordered)).toContain('Lesson 1.pdf')
  await moveTo(app, new Date((pauseFrom?.getTime() ?? 0) + 1000))
  const closed = await open(ordered)
  expect(closed).not.toContain('Lesson 1.pdf')
  expect(closed).toContain('its files are closed')
})

test('a buyer who has canceled can give the reason once, and the seller can read it', async () => {
  const ordered = await begin()
  expect(await open(ordered)).not.toContain('why you canceled')
  await ask(app, ordered, '/cancel')
  expect(await open(ordered)).toContain('why you canceled')
  const say = (fields: Record<string, string>) =>
    fetch(urlOf(ordered, '/cancel-reason'), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
    })
  expect((await say({ reason: 'nonsense' })).status).toBe(303)
  expect((await say({ reason: 'price', note: ' Too much for me ' })).status).toBe(303)
  expect((await say({ reason: 'other' })).status).toBe(303)
  const page = await open(ordered)
  expect(page).toContain('Thank you for your answer.')
  expect(page).not.toContain('why you canceled')
  const left = { reason: 'price', note: 'Too much for me' }
  expect(wireOf(await ask(app, ordered, ''))).toMatchObject({ left })
  const { sellerId } = await rowOf(app, ordered)
  const [begins, ends] = [-1, 1].map((count) => new Date(app.clock.now().getTime() + days(count)))
  const span = { begins: begins ?? new Date(0), ends: ends ?? new Date(0) }
  const scope = { sellerId, formId: ordered.form }
  expect(await countCancelReasons(app.services.db, scope, span)).toEqual([{ reason: 'price', count: 1 }])
})
