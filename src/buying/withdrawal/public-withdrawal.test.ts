import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { bouncingDebit, debitTakes, slowDebit, tokenOf } from '#buying/checkout/pay/test-tokens.ts'
import { accept, createOfferForm, offerOf, order } from '#buying/upsells/test-offers.ts'
import { reconcile } from '#payments/purchases/register.ts'
import { createMailer } from '#foundation/mail/send-mails.ts'
import {
  createTestForm,
  lostEvents,
  moveProviderClock,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import {
  hiddenIn,
  listed,
  mailsTo,
  open,
  post,
  purchaseOf,
  returnedFor,
  state,
  withdraw,
  workOff,
} from './test-withdrawals.ts'
import { withdrawalTexts } from './texts.ts'
import { withdrawalWriters } from './write-withdrawal-mails.ts'
import { say } from '#foundation/language/t.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  await locate(app, seller, 'DE')
  form = await createOfferForm(app, seller)
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  await setFaults(app, lostEvents)
})

const buy = async () => {
  const bought = await order(app, form)
  return { ...bought, email: (await purchaseOf(app, bought.purchaseId)).email }
}

/** The text of the newest email of this kind. */
async function mailOf(kind: string, recipient: string) {
  const { db, clock, log, metrics, tracer } = app.services
  const mailer = createMailer({
    ...app.config.mail,
    db,
    clock,
    log,
    metrics,
    tracer,
    isProduction: false,
    writers: withdrawalWriters(app.services),
    render: app.renderMail,
  })
  const mail = await db
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return mailer.read(mail)
}

test('a withdrawal with order number and email is confirmed by email and refunded', async () => {
  const { purchaseId, email } = await buy()
  const answer = await state(app, { email: email.toUpperCase(), reference: `Purchase ${purchaseId}.` })
  const receipt = await open(app, answer.location)
  const mail = await mailOf('withdrawal', email.toUpperCase())

  expect(answer.status).toBe(303)
  expect(receipt.text).toContain(withdrawalTexts.received(app.clock.now().getTime()))
  expect(mail.subject).toBe('We have received your withdrawal')
  expect(mail.text).toContain(withdrawalTexts.received(app.clock.now().getTime()))
  expect(mail.text).toContain(`I hereby give notice that I withdraw from my contract for`)
  expect(mail.text).toContain(purchaseId)
  expect(await returnedFor(app, purchaseId)).toBe(0)

  await workOff(app)
  expect(await returnedFor(app, purchaseId)).toBe(4900)
  expect(await mailsTo(app, email)).toEqual(['receipt', 'refund'])
})

test.each([
  ['paid', slowDebit, 4900, null],
  ['returned', bouncingDebit, 0, 'repeated'],
] as const)(
  'a withdrawal while a bank has the payment waits until it is %s',
  async (_, debit, returned, refusedFor) => {
    const inEuros = await createTestForm(app, seller, { currency: 'eur' })
    const confirmationToken = await tokenOf(app, seller.account, debit)
    const email = `${newKey()}@example.com`
    const { purchaseId } = outcomeOf(
      await pay(app, inEuros, { email, paymentMethodId: null, confirmationToken }),
    )
    const { sellerId } = await purchaseOf(app, purchaseId)
    await state(app, { email, reference: purchaseId }, `/withdraw/${sellerId}`)
    await workOff(app)
    const own = async () => (await listed(app, seller)).find((one) => one.email === email)
    expect(await own()).toMatchObject({ outcome: 'open', fits: 'number_and_email', isConfirmed: false })

    await moveProviderClock(app, debitTakes)
    for (let look = 0; look < 2; look += 1) {
      app.clock.advance(7 * 3600)
      await reconcile(app.services)
      await workOff(app)
    }
    app.clock.set(new Date())
    expect(await returnedFor(app, purchaseId)).toBe(returned)
    expect(await own()).toMatchObject({ refusedFor })
  },
)

test('a repeated withdrawal is received and then closed as a duplicate', async () => {
  const { purchaseId, email } = await buy()
  for (let sent = 0; sent < 2; sent += 1) await state(app, { email, reference: purchaseId })
  await workOff(app)
  const found = (await listed(app, seller)).filter(({ saleId }) => saleId === purchaseId)

  expect(await returnedFor(app, purchaseId)).toBe(4900)
  expect(found).toHaveLength(2)
  expect(new Set(found.map(({ refusedFor }) => refusedFor))).toEqual(new Set([null, 'repeated']))
})

test('an order’s number covers everything added to the order, but an offer’s number covers only the offer', async () => {
  const [whole, single] = [await buy(), await buy()]
  const [added, kept] = await Promise.all(
    [whole, single].map(async (one) => outcomeOf(await accept(app, one, await offerOf(app, one)))),
  )
  await state(app, { email: whole.email, reference: whole.purchaseId })
  await state(app, { email: single.email, reference: kept?.purchaseId ?? '' })
  await workOff(app)

  const returned = [whole, added, single, kept].map(async (one) => returnedFor(app, one?.purchaseId ?? ''))
  expect(await Promise.all(returned)).toEqual([4900, 1990, 0, 1990])
})

// Proves typed-address.
test('the receipt for a withdrawal does not reveal whether the sender is a buyer', async () => {
  const { purchaseId, email } = await buy()
  const bodies = []
  for (const fields of [
    { email, reference: purchaseId },
    { email: 'somebody@example.com', reference: purchaseId },
    { email, reference: 'the watercolor course' },
    { email: 'nobody@example.com', reference: 'nothing' },
  ]) {
    const answer = await state(app, fields)
    const { status, text } = await open(app, answer.location)
    const said = text.replaceAll(new RegExp(`<nav.*?</nav>|${fields.email}|${fields.reference}`, 'gs'), '')
    bodies.push([answer.status, status, said.replaceAll(/nonce(-|=)?"?[^"' ]+/g, '')])
  }
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
})

// Proves withdrawal-once.
test('a withdrawal with another email refunds nothing, and the buyer is asked', async () => {
  const { purchaseId, secret, email } = await buy()
  await state(app, { email: 'stranger@example.com', reference: purchaseId })
  await workOff(app)
  const question = await mailOf('withdrawal_question', email)
  const found = (await listed(app, seller)).find(({ saleId }) => saleId === purchaseId)

  expect(await returnedFor(app, purchaseId)).toBe(0)
  expect(question.text).toContain('Someone asked to withdraw from a purchase')
  expect(question.text).toContain(`/purchases/${purchaseId}/withdraw?key=${secret}`)
  expect(found).toMatchObject({ outcome: 'open', isConfirmed: false, saleId: purchaseId })
  // The email to the other person contains no link to the purchase.
  const theirs = await mailOf('withdrawal', 'stranger@example.com')
  expect(theirs.text).not.toContain(secret)
  expect(theirs.text).not.toContain(`/purchases/`)
})

test('a buyer who withdraws on the purchase page closes their earlier withdrawal', async () => {
  const bought = await buy()
  await state(app, { email: bought.email, reference: 'the course of yesterday' })
  await workOff(app)
  expect(await returnedFor(app, bought.purchaseId)).toBe(0)
  expect(await mailsTo(app, bought.email)).toEqual(['receipt', 'withdrawal', 'withdrawal_question'])

  await withdraw(app, bought)
  const found = (await listed(app, seller)).filter(({ saleId }) => saleId === bought.purchaseId)
  expect(await returnedFor(app, bought.purchaseId)).toBe(4900)
  expect(found.map(({ outcome, refusedFor }) => [outcome, refusedFor])).toEqual([
    ['refunded', null],
    ['refused', 'repeated'],
  ])
  const before = await mailsTo(app, bought.email)
  expect(before).toEqual(['receipt', 'withdrawal', 'withdrawal_question', 'withdrawal', 'refund'])
})

test('a withdrawal sent on the last day can be confirmed within two weeks', async () => {
  const [soon, late] = [await buy(), await buy()]
  app.clock.advance(14 * 24 * 3600)
  for (const { purchaseId } of [soon, late]) {
    await state(app, { email: 'my-other-address@example.com', reference: purchaseId })
  }
  await workOff(app)
  app.clock.advance(8 * 24 * 3600)
  await withdraw(app, soon)
  app.clock.advance(8 * 24 * 3600)
  await withdraw(app, late)

  app.clock.set(new Date())
  const waiting = (await listed(app, seller)).filter(({ waitsBecause }) => waitsBecause === 'late')

  expect(await returnedFor(app, soon.purchaseId)).toBe(0)
  expect(waiting.map(({ saleId }) => saleId)).toEqual([soon.purchaseId])
})

test('a matching withdrawal that arrives late is not refunded automatically', async () => {
  const { purchaseId, email } = await buy()
  app.clock.advance(20 * 24 * 3600)
  await state(app, { email, reference: purchaseId })
  await workOff(app)
  app.clock.set(new Date())
  const found = (await listed(app, seller)).find(({ saleId }) => saleId === purchaseId)

  expect(await returnedFor(app, purchaseId)).toBe(0)
  expect(found).toMatchObject({ outcome: 'open', isLate: true, isConfirmed: true })
})

test('an unmatched withdrawal is received and emailed to the operator', async () => {
  const answer = await state(app, { email: 'lost@example.com', reference: 'A tent <b> & more, example.com' })
  await workOff(app)
  const mail = await mailOf('withdrawal_notice', app.config.mail.contact)

  expect(answer.status).toBe(303)
  // The invisible character prevents mail programs from turning the sender's text into a link.
  expect(mail.text).toContain('A tent <b> & more, example.\u2060com')
  expect(mail.replyTo).toBe('lost@example.com')
  // Dates in emails to sellers always have this format.
  expect(mail.text).toMatch(/received the statement on \d+ [A-Z][a-z]+ \d{4}, .+ UTC\./)
  expect(await mailsTo(app, 'lost@example.com')).toEqual(['withdrawal'])
})

test('a shop sees the unmatched withdrawals sent on its own withdrawal page', async () => {
  const other = await signUpSeller(app)
  const otherForm = await createTestForm(app, other)
  const { location } = await open(app, `/withdraw?form=${otherForm}`)
  const { purchaseId, email } = await buy()
  await state(app, { email, reference: purchaseId }, location)
  await workOff(app)

  expect(location).toMatch(/^\/withdraw\/[0-9a-f-]{36}$/)
  expect(await returnedFor(app, purchaseId)).toBe(0)
  expect(await listed(app, other)).toMatchObject([{ saleId: null, outcome: 'open', isConfirmed: false }])
})

test('a withdrawal with invalid fields is shown again as typed', async () => {
  const answer = await post(app, '/withdraw', { name: 'Bea <i>Novak</i>', email: 'nonsense', reference: ' ' })

  expect(answer.status).toBe(422)
  expect(answer.text).toContain('Email is not valid')
  expect(answer.text).toContain('This field is required')
  expect(answer.text).toContain('value="Bea &lt;i&gt;Novak&lt;/i&gt;"')
  expect(answer.text).toContain('value="nonsense"')
})

test('a withdrawal can be changed before it is confirmed, and is received only once', async () => {
  const fields = { name: 'Bea Novak', email: `${newKey()}@example.com`, reference: 'One thing' }
  const review = await post(app, '/withdraw', fields)
  const changed = await post(app, '/withdraw', { ...hiddenIn(review), step: 'change' })
  expect(changed.text).toContain('One thing')
  const confirmed = { ...hiddenIn(review), step: 'confirm' }
  const answers = await Promise.all([1, 2, 3].map(() => post(app, '/withdraw', confirmed)))

  expect(new Set(answers.map(({ location }) => location)).size).toBe(1)
  expect(await mailsTo(app, fields.email)).toEqual(['withdrawal'])
})

test('the receipt for another person’s withdrawal never links to the purchase', async () => {
  const bought = await buy()
  const { location } = await state(app, { email: 'stranger@example.com', reference: bought.purchaseId })
  await workOff(app)
  await withdraw(app, bought)

  expect(await returnedFor(app, bought.purchaseId)).toBe(4900)
  expect((await open(app, location)).text).not.toContain(bought.secret)
})

test('a withdrawal’s receipt requires its key, and a forged id is rejected', async () => {
  const { location } = await state(app, { email: 'bea@example.com', reference: 'One thing' })
  const id = /received\/([^?]+)/.exec(location)?.[1] ?? ''
  const forged = await post(app, '/withdraw', {
    name: 'Eve',
    email: 'eve@example.com',
    reference: 'x',
    step: 'confirm',
    id,
    signature: 'x'.repeat(43),
  })
  expect((await open(app, `/withdraw/received/${id}?key=nonsense`)).status).toBe(404)
  expect(forged.location).not.toContain(id)
})

test('a withdrawal link to an unknown shop gets a 404', async () => {
  const pages = await Promise.all(
    ['nonsense', crypto.randomUUID()].map((shop) => open(app, `/withdraw/${shop}`)),
  )
  expect(pages.map(({ status }) => status)).toEqual([404, 404])
})

test('payment and purchase pages link to the withdrawal page with the legal wording', async () => {
  const { purchaseId, secret } = await buy()
  const payment = await open(app, `/payment/${form}`)
  const purchase = await open(app, `/purchases/${purchaseId}?key=${secret}`)
  expect(payment.text).toContain(`href="/withdraw?form=${form}&amp;lang=en"`)
  for (const { text } of [payment, purchase]) expect(text).toContain(`${say(withdrawalTexts.label)}</a>`)
})

test('after five withdrawals in an hour, the next is rejected and shown as typed', async () => {
  const limited = await startTestApp({ config: { areRatesLimited: true } })
  try {
    const send = (email: string) => state(limited, { email, reference: 'One thing' })
    const statuses = []
    for (let sent = 0; sent < 6; sent += 1) statuses.push(await send(`buyer-${sent}@example.com`))
    limited.clock.advance(3601)
    const later = await send('buyer-7@example.com')

    expect(statuses.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 429])
    expect(statuses[5]?.text).toContain('value="buyer-5@example.com"')
    expect(later.status).toBe(303)
  } finally {
    await limited.close()
  }
})

test.each([
  [{ cause: 'It broke\0' }, 'This field contains characters that cannot be stored'],
  [{ cause: 'It broke', endsOn: '0000-01-01' }, 'Enter a date, or leave it empty'],
])('a statement with values the database cannot store is rejected: %j', async (fields, message) => {
  const who = { name: 'Bea', email: 'bea@example.com', reference: 'x', ground: 'cause' }
  const answer = await post(app, '/cancel-contract', { ...who, ...fields, step: 'confirm' })
  expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(message)])
})
