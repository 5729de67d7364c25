import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newKey, outcomeOf } from '#buying/checkout/pay/test-paying.ts'
import { methods, tokenOf } from '#buying/checkout/pay/test-tokens.ts'
import { accept, createOfferForm, offerOf } from '#buying/upsells/test-offers.ts'
import { subscribe } from '#payments/subscriptions/test-subscriptions.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { countStatements } from '#foundation/db/driver/count-statements.ts'
import { answerChallenge } from '#foundation/limits/test-proving.ts'
import { formsContract } from '#selling/forms/contract.ts'
import {
  call,
  createTestForm,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { recordAttack } from './guard.ts'
import { writeAttackMail } from './write-attack-mail.ts'

let app: TestApp
let seller: TestSeller
let form: string
let clients = 0

beforeAll(async () => {
  app = await startTestApp({ config: { areRatesLimited: true, trustedProxies: ['127.0.0.1'] } })
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  form = await createTestForm(app, seller)
})

const newClient = () => `198.51.${Math.floor(clients / 250)}.${(clients++ % 250) + 1}`
const declinedCard = 'pm_card_visa_chargeDeclined'

type Paying = { readonly from?: string; readonly key?: string; readonly [field: string]: unknown }

const pay = ({ from = newClient(), key = newKey(), ...fields }: Paying = {}) =>
  call(app, 'POST', '/api/stripe/pay-form', {
    body: { form, email: `${newKey()}@example.com`, name: 'Bea', paymentMethodId: 'pm_card_visa', ...fields },
    headers: { 'x-forwarded-for': from, 'idempotency-key': key },
  })

/** The quote of a newly opened payment page, with the part that is unique to this visit. */
async function openPage(): Promise<string> {
  const page = await (await fetch(`${app.url}/payment/${form}`)).text()
  const data: unknown = JSON.parse(/ id="page-data">([^<]*)</.exec(page)?.[1] ?? '')
  const { quote } = z.object({ quote: z.object({ token: z.string() }) }).parse(data)
  return `${quote.token}.${randomUUID()}`
}

/** Declines of different cards, each from its own network. */
async function attack(declines = 100) {
  const target = { formId: form, sellerId: '' }
  const { sellerId } = await app.services.db
    .selectFrom('forms')
    .select('sellerId')
    .where('id', '=', form)
    .executeTakeFirstOrThrow()
  for (let count = 0; count < declines; count += 1)
    await app.services.guard.countDecline({ ...target, sellerId }, newClient())
}

const codeOf = (answer: { body: unknown }) => z.object({ code: z.string() }).parse(answer.body).code
const challengeIn = (answer: { body: unknown }) =>
  z.object({ details: z.object({ challenge: z.string() }) }).parse(answer.body).details.challenge

test.each([
  ['one time', {}, 14],
  ['every month', { priceType: 'RecurringPrice', billingPeriod: 'Monthly' }, 18],
])('a purchase paid %s takes few SQL statements, limits included', async (_, fields, most) => {
  form = await createTestForm(app, seller, fields)
  // The first purchase of a recurring price also creates objects on Stripe, so another buyer pays first.
  await pay()
  const payload = { form, email: 'bea@example.com', name: 'Bea', paymentMethodId: 'pm_card_visa' }
  const { result, statements } = await countStatements(async () => {
    // `inject` sends nothing until it is awaited, so it is awaited while the statements are counted.
    return await app.server.inject({ method: 'POST', url: '/api/stripe/pay-form', payload })
  })

  expect(result.statusCode).toBe(200)
  expect(statements.length).toBeLessThanOrEqual(most)
})

// Proves card-testing.
test('each further declined card on a form makes the client wait longer', async () => {
  const from = newClient()
  const waits: (string | null)[] = []
  for (let count = 0; count < 4; count += 1) {
    const answer = await pay({ from, paymentMethodId: declinedCard })
    expect(answer.status).toBe(402)
    const wait = answer.headers.get('retry-after')
    waits.push(wait)
    if (wait !== null) {
      app.clock.advance(Number(wait) - 1)
      expect((await pay({ from })).status).toBe(429)
      app.clock.advance(1)
    }
  }

  expect(waits).toEqual([null, '5', '15', '45'])
  expect((await pay({ from })).status).toBe(200)
})

test('repeating a payment request does not count as another attempt', async () => {
  const [from, key] = [newClient(), newKey()]
  const repeated = { from, key, email: 'repeats@example.com', paymentMethodId: declinedCard }
  const statuses: number[] = []
  for (let count = 0; count < 8; count += 1) statuses.push((await pay(repeated)).status)

  expect(new Set(statuses)).toEqual(new Set([402]))
  expect((await pay({ from })).status).toBe(200)
})

test('simultaneous attempts on one form are limited before their declines are known', async () => {
  const from = newClient()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => pay({ from, paymentMethodId: declinedCard })),
  )

  expect(answers.filter(({ status }) => status === 402).length).toBeLessThanOrEqual(10)
})

test('simultaneous attempts on several forms are limited together', async () => {
  const from = newClient()
  const forms = await Promise.all([1, 2, 3].map(() => createTestForm(app, seller)))
  const answers = await Promise.all(
    forms.flatMap((one) =>
      Array.from({ length: 9 }, () => pay({ from, form: one, paymentMethodId: declinedCard })),
    ),
  )

  expect(answers.filter(({ status }) => status === 402).length).toBeLessThanOrEqual(20)
})

// Proves card-testing.
test('a quote allows only one payment at a time', async () => {
  const quote = await openPage()
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/customers', times: 1, fault: { kind: 'slow', ms: 1_500 } }],
  })
  const answers = await Promise.all(Array.from({ length: 6 }, () => pay({ quote })))
  const statuses = answers.map(({ status }) => status)

  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(new Set(statuses)).toEqual(new Set([200, 409]))
  expect((await pay({ quote })).status).toBe(200)
})

// Proves card-testing.
test('a hundred declines on a form require a proof of work on that form only', async () => {
  const other = await createTestForm(app, seller)
  await attack(99)
  expect((await pay()).status).toBe(200)
  await attack(1)
  const [bare, quote] = [await pay(), await openPage()]
  const key = newKey()
  const buyer = { key, quote, email: 'honest@example.com', from: newClient() }
  const asked = await pay(buyer)
  const proof = answerChallenge(challengeIn(asked))
  const paid = await pay({ ...buyer, proof })
  const elsewhere = await pay({ form: other })

  expect([bare.status, codeOf(bare)]).toEqual([428, 'quote_needed'])
  expect([asked.status, codeOf(asked)]).toEqual([428, 'proof_needed'])
  expect([paid.status, elsewhere.status]).toEqual([200, 200])
})

// Proves card-testing.
test('an offer needs a proof of work after a free order but not after a paid one', async () => {
  const orderOf = async (fields: Paying) => outcomeOf(await pay({ form, ...fields }))
  form = await createOfferForm(app, seller, { amount: 0 })
  const free = await orderOf({ paymentMethodId: null })
  const [offer, byCard] = [await offerOf(app, free), { paymentMethodId: declinedCard }]
  await attack()
  const tried = await accept(app, free, offer, byCard)
  form = await createOfferForm(app, seller)
  const bought = await orderOf({})
  const after = await offerOf(app, bought)
  await attack()
  const paid = await accept(app, bought, after)

  expect([tried.status, codeOf(tried)]).toEqual([428, 'quote_needed'])
  expect(paid.status).toBe(200)
})

// Proves card-testing.
test('a paid order’s offers allow five declined cards from any network', async () => {
  form = await createOfferForm(app, seller)
  const [bought, another] = [outcomeOf(await pay()), outcomeOf(await pay())]
  const [offer, others] = [await offerOf(app, bought), await offerOf(app, another)]
  await attack()
  const tryCard = async (card: string, of = bought, shown = offer) =>
    call(app, 'POST', `/api/stripe/purchases/${of.purchaseId}/offers/${shown.id}/accept`, {
      body: { secret: of.secret, paymentMethodId: card },
      headers: { 'x-forwarded-for': newClient(), 'idempotency-key': newKey() },
    })
  const tried: (readonly [number, string | null])[] = []
  for (let count = 0; count < 5; count += 1) {
    const { status, headers } = await tryCard(declinedCard)
    tried.push([status, headers.get('retry-after')])
  }
  const refused = await tryCard('pm_card_visa')

  expect(tried).toEqual([...Array.from({ length: 4 }, () => [402, null]), [402, '7200']])
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7200'])
  expect(refused.body).toMatchObject({ message: 'Too many cards were declined for this order.' })
  expect([
    (await tryCard(declinedCard, another, others)).status,
    (await tryCard('pm_card_visa', another, others)).status,
  ]).toEqual([402, 200])
})

test('a subscription allows ten card changes a day from any network', async () => {
  const ordered = await subscribe(app, seller, {
    billingPeriod: 'Monthly',
    billingInterval: 1,
    cancelAfter: 0,
  })
  const path = `/api/stripe/purchases/${ordered.purchaseId}/subscription/card`
  const begin = () =>
    call(app, 'POST', path, {
      body: { secret: ordered.secret },
      headers: { 'x-forwarded-for': newClient() },
    })

  for (let count = 0; count < 10; count += 1) expect((await begin()).status).toBe(200)
  expect((await begin()).status).toBe(429)

  app.clock.set(secondsAfter(new Date(), 24 * 60 * 60 + 1))
  expect((await begin()).status).toBe(200)
})

test('a proof of work is valid once, for five minutes and only for its quote', async () => {
  await attack()
  const [quote, another] = [await openPage(), await openPage()]
  const proof = answerChallenge(challengeIn(await pay({ quote })))
  const unsolved = challengeIn(await pay({ quote }))
  const forQuote = await pay({ quote: another, proof })
  const forged = await pay({ quote, proof: proof.replace(/^(\d+)\.14/, '$1.1') })
  const first = await pay({ quote, proof })
  const again = await pay({ quote, proof })
  const lazy = await pay({ quote, proof: `${unsolved}.1` })
  const late = answerChallenge(challengeIn(await pay({ quote })))
  app.clock.advance(5 * 60 + 1)

  expect([forQuote, forged, first, again, lazy].map(({ status }) => status)).toEqual([
    428, 428, 200, 428, 428,
  ])
  expect((await pay({ quote, proof: late })).status).toBe(428)
})

test('the proof of work grows with the attack and ends an hour after the last decline', async () => {
  await attack(100)
  const difficulty = async () => Number(challengeIn(await pay({ quote: await openPage() })).split('.')[1])
  const first = await difficulty()
  await attack(80)
  const grown = await difficulty()
  app.clock.advance(50 * 60)
  await attack(1)
  app.clock.advance(50 * 60)
  const stillOn = (await pay()).status
  app.clock.advance(11 * 60)

  expect([first, grown]).toEqual([14, 16])
  expect(stillOn).toBe(428)
  expect((await pay()).status).toBe(200)
})

// Proves card-testing.
test('a seller sees a card-testing attack in the form list and gets only one email', async () => {
  await attack(105)
  const list = await call(app, 'GET', '/api/forms', { token: seller.token })
  const cards = formsContract.listForms.ok.schema.parse(list.body).data
  const mails = await app.services.db
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', 'card-testing')
    .where((mail) => mail(mail.cast(mail.ref('data'), 'text'), 'like', `%${form}%`))
    .execute()
  const message = await writeAttackMail(app.services.db, app.url, mails[0]?.data)

  expect(cards.filter(({ isUnderAttack }) => isUnderAttack).map(({ id }) => id)).toContain(form)
  expect(mails.map(({ userId }) => userId)).toEqual([seller.userId])
  expect(message.subject).toBe('Stolen cards are being tested on “A course in watercolor”')
  expect(message.text).toContain(`/forms/${form}`)
})

test('simultaneous declines that start an attack record only one attack', async () => {
  const { sellerId } = await app.services.db
    .selectFrom('forms')
    .select('sellerId')
    .where('id', '=', form)
    .executeTakeFirstOrThrow()
  await Promise.all(
    Array.from({ length: 4 }, () => recordAttack(app.services, { formId: form, sellerId }, 3_600)),
  )
  const attacks = await app.services.db
    .selectFrom('cardTestingAttacks')
    .selectAll()
    .where('formId', '=', form)
    .execute()

  expect(attacks).toMatchObject([{ declineCount: 4, endsAt: secondsAfter(app.clock.now(), 3_600) }])
})

test('during an attack, a payment by card token needs a proof of work, and a payment by wallet token does not', async () => {
  await attack()
  const quote = await openPage()
  const card = await tokenOf(app, seller.account, methods.card())
  const wallet = await tokenOf(app, seller.account, { ...methods.card(), wallet: 'apple_pay' })

  expect(codeOf(await pay({ quote, paymentMethodId: null, confirmationToken: card }))).toBe('proof_needed')
  expect((await pay({ quote, paymentMethodId: null, confirmationToken: wallet })).status).toBe(200)
})

test('a declined token makes the client wait like a declined card', async () => {
  const from = newClient()
  const declines = async () =>
    pay({
      from,
      paymentMethodId: null,
      confirmationToken: await tokenOf(app, seller.account, methods.card('4000000000000002')),
    })
  const waits = [await declines(), await declines()].map((answer) => [
    answer.status,
    answer.headers.get('retry-after'),
  ])

  expect(waits).toEqual([
    [402, null],
    [402, '5'],
  ])
})
