import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { errorOf, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import {
  accept,
  createOfferForm,
  current,
  offerOf,
  order,
  type TestOrder,
} from '#buying/upsells/test-offers.ts'
import { recordDisputeByEvent } from '#payments/disputes/record-dispute.ts'
import {
  changeCard,
  checkAll,
  payOffEarly,
  purchasesOf,
  rowOf,
  subscribe,
} from '#payments/subscriptions/test-subscriptions.ts'
import {
  askProvider,
  call,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { processStatement, processDueStatements } from './refund/process-statements.ts'
import { withdrawByPage } from './statement/receive-statement.ts'
import {
  listed,
  mailsTo,
  open,
  purchaseOf,
  returnedFor,
  withdraw,
  withdrawPathOf,
  workOff,
} from './test-withdrawals.ts'
import { disputeOf } from '#payments/disputes/test-disputes.ts'
import { dayText } from '#foundation/time/day-text.ts'

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

const pageOf = async ({ purchaseId, secret }: TestOrder) =>
  (await open(app, `/purchases/${purchaseId}?key=${secret}`)).text

const inList = async ({ purchaseId }: TestOrder) =>
  (await listed(app, seller)).find(({ saleId }) => saleId === purchaseId)

const days = (count: number) => app.clock.advance(count * 24 * 3600)

test('a buyer withdraws on the purchase page and is refunded right away', async () => {
  const bought = await order(app, form)
  const { email } = await purchaseOf(app, bought.purchaseId)
  expect(await pageOf(bought)).toContain('You can withdraw from this contract until')
  const choice = await open(app, withdrawPathOf(bought))
  expect([choice.status, choice.text]).toEqual([200, expect.stringContaining('Confirm withdrawal')])

  const answer = await withdraw(app, bought)
  const receipt = await open(app, answer.location)

  expect(answer.status).toBe(303)
  expect(receipt.text).toContain('I hereby give notice that I withdraw from my contract for:')
  expect(receipt.text).toContain(`, ${dayText(app.clock.now().getTime())}`)
  expect((await purchaseOf(app, bought.purchaseId)).status).toBe('refunded')
  expect(await returnedFor(app, bought.purchaseId)).toBe(4900)
  expect(await mailsTo(app, email)).toEqual(['receipt', 'withdrawal', 'refund'])
  expect(await pageOf(bought)).toContain('Your withdrawal was received on')
  expect(await inList(bought)).toMatchObject({
    outcome: 'refunded',
    dueAt: null,
    saleId: bought.purchaseId,
    isConfirmed: true,
    total: 4900,
    returned: 4900,
  })
})

test('further clicks on "Confirm withdrawal" do nothing', async () => {
  const bought = await order(app, form)
  await Promise.all([1, 2, 3].map(() => withdraw(app, bought)))
  const again = await withdraw(app, bought)
  const found = (await listed(app, seller)).filter(({ saleId }) => saleId === bought.purchaseId)

  expect(again.location).toContain(`/purchases/${bought.purchaseId}?key=`)
  expect(found).toHaveLength(1)
  expect(await returnedFor(app, bought.purchaseId)).toBe(4900)
})

test('a withdrawal covers the whole order or a single part of it', async () => {
  const bought = await order(app, form)
  const added = outcomeOf(await accept(app, bought, await offerOf(app, bought)))
  const choice = await open(app, withdrawPathOf(bought))
  expect(choice.text.match(/type="checkbox"/g)).toHaveLength(2)

  await withdraw(app, bought, [added.purchaseId])
  expect(await returnedFor(app, added.purchaseId)).toBe(1990)
  expect(await returnedFor(app, bought.purchaseId)).toBe(0)

  await withdraw(app, bought, [bought.purchaseId, added.purchaseId])
  expect(await returnedFor(app, added.purchaseId)).toBe(1990)
  expect(await returnedFor(app, bought.purchaseId)).toBe(4900)
})

test('a buyer who selects nothing, or a part of another order, does not withdraw from anything', async () => {
  const [bought, other] = [await order(app, form), await order(app, form)]
  await accept(app, bought, await offerOf(app, bought))
  const none = await withdraw(app, bought, [])
  await withdraw(app, bought, [other.purchaseId])

  expect([none.status, none.text]).toEqual([422, expect.stringContaining('Choose what to withdraw from')])
  expect(await returnedFor(app, other.purchaseId)).toBe(0)
})

test('after the last day, the withdrawal page explains that the right has ended', async () => {
  const bought = await order(app, form)
  days(14)
  expect(await pageOf(bought)).toContain('You can withdraw from this contract until')
  days(5)
  const page = await pageOf(bought)
  const answer = await withdraw(app, bought)

  expect(page).toContain('The right of withdrawal ended on')
  expect(answer.location).toContain('#withdrawal')
  expect(await returnedFor(app, bought.purchaseId)).toBe(0)
})

test.each([
  ['pm_card_visa_chargeDeclined', 'There is nothing to withdraw from'],
  ['pm_card_authenticationRequired', 'This purchase is not paid yet'],
])('a buyer whose payment with %s is unpaid cannot withdraw', async (paymentMethodId, title) => {
  const answer = await pay(app, form, { paymentMethodId, email: `${paymentMethodId}@example.com` })
  const { purchaseId = '', secret = '' } =
    answer.status === 402 ? (errorOf(answer).details ?? {}) : outcomeOf(answer)
  const unpaid = { purchaseId, secret }
  const [shown, pressed] = [await open(app, withdrawPathOf(unpaid)), await withdraw(app, unpaid)]

  for (const page of [shown, pressed])
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(title)])
  expect(await inList(unpaid)).toBeUndefined()
})

test('a withdrawal with a wrong secret gets a 404', async () => {
  const bought = await order(app, form)
  const forged = { ...bought, secret: 'x'.repeat(43) }
  const pages = [await open(app, withdrawPathOf(forged)), await withdraw(app, forged)]

  expect(pages.map(({ status }) => status)).toEqual([404, 404])
  expect(await returnedFor(app, bought.purchaseId)).toBe(0)
})

test('a withdrawal ends the subscription and refunds its payments', async () => {
  const ordered = await subscribe(app, seller)
  await withdraw(app, ordered)

  expect((await rowOf(app, ordered)).status).toBe('canceled')
  expect(await returnedFor(app, ordered.purchaseId)).toBe(4900)
})

test('a withdrawal is refunded only after the subscription has ended', async () => {
  const ordered = await subscribe(app, seller)
  await setFaults(app, {
    calls: [{ method: 'DELETE', path: '/v1/subscriptions/*', fault: { kind: 'cut_before' }, times: 3 }],
    events: [{ type: '*', fault: { kind: 'drop' } }],
  })
  await withdraw(app, ordered)
  const before = await returnedFor(app, ordered.purchaseId)
  await setFaults(app, lostEvents)
  app.clock.advance(120)
  await workOff(app)

  expect([before, await returnedFor(app, ordered.purchaseId)]).toEqual([0, 4900])
  expect((await rowOf(app, ordered)).status).toBe('canceled')
})

// Proves withdrawal-completion.
test('a withdrawal that is interrupted before its refund continues later and is refunded only once', async () => {
  const bought = await order(app, form)
  const { services } = app
  // One process ends after the statement is committed, and another after the refund is.
  const row = await withdrawByPage(services, await purchaseOf(app, bought.purchaseId), [bought.purchaseId])
  const dying = () => Promise.reject(new Error('killed'))
  if (row === undefined) throw new Error('Nothing was received')
  expect(await returnedFor(app, bought.purchaseId)).toBe(0)
  await processStatement({ ...services, provider: { ...services.provider, createRefund: dying } }, row)
  expect(await returnedFor(app, bought.purchaseId)).toBe(0)

  app.clock.advance(60)
  await Promise.all([processDueStatements(services), processDueStatements(services)])
  await workOff(app)
  await processStatement(services, row)

  expect(await returnedFor(app, bought.purchaseId)).toBe(4900)
  expect((await purchaseOf(app, bought.purchaseId)).status).toBe('refunded')
})

test('a withdrawal that is interrupted right after its commit is refunded a minute later', async () => {
  const bought = await order(app, form)
  await withdrawByPage(app.services, await purchaseOf(app, bought.purchaseId), [bought.purchaseId])
  await workOff(app)
  expect(await returnedFor(app, bought.purchaseId)).toBe(0)

  app.clock.advance(60)
  await workOff(app)
  expect(await returnedFor(app, bought.purchaseId)).toBe(4900)
})

test.each([
  ['winning_evidence', 4900, 'refunded'],
  ['losing_evidence', 0, 'refunded'],
])('a withdrawal from a disputed payment after %s refunds %i', async (evidence, back, outcome) => {
  const bought = await order(app, form, { paymentMethodId: 'pm_card_createDispute' })
  const dispute = await disputeOf(app, bought.purchaseId)
  await recordDisputeByEvent(app.services, seller.account, dispute)
  const { email } = await purchaseOf(app, bought.purchaseId)
  const choice = await open(app, withdrawPathOf(bought))
  expect(choice.text).toContain('Your bank is holding this money because of a dispute')
  expect(choice.text).not.toContain('Everything you paid for it is refunded')
  await withdraw(app, bought)

  expect(await returnedFor(app, bought.purchaseId)).toBe(0)
  expect(await mailsTo(app, email)).toEqual(['receipt', 'withdrawal', 'withdrawal_held'])
  expect(await pageOf(bought)).toContain('Your bank is holding this money because of a dispute')
  expect(await inList(bought)).toMatchObject({ outcome: 'open', isHeld: true })

  await askProvider(app, seller.account, `/v1/disputes/${dispute}`, {
    'evidence[uncategorized_text]': evidence,
  })
  await recordDisputeByEvent(app.services, seller.account, dispute)
  days(1)
  await workOff(app)
  expect(await returnedFor(app, bought.purchaseId)).toBe(back)
  app.clock.set(new Date())
  expect((await inList(bought))?.outcome).toBe(outcome)
})

test('after a refund of the order, a buyer cannot withdraw from an early payoff that was lost in a dispute', async () => {
  const plan = await subscribe(app, seller, { cancelAfter: 3 })
  await checkAll(app)
  await changeCard(app, seller, plan, 'pm_card_createDispute')
  const { token } = seller
  await call(app, 'POST', `/api/sales/${plan.purchaseId}/refunds`, { token, body: { amount: 49 } })
  await payOffEarly(app, plan, 9800)
  const offered = 'You can withdraw from this contract until'
  expect((await pageOf(plan)).includes(offered)).toBe(true)

  const { id = '' } = (await purchasesOf(app, plan)).find(({ kind }) => kind === 'payoff') ?? {}
  const dispute = await disputeOf(app, id)
  await askProvider(app, seller.account, `/v1/disputes/${dispute}`, {
    'evidence[uncategorized_text]': 'losing_evidence',
  })
  await recordDisputeByEvent(app.services, seller.account, dispute)
  expect((await pageOf(plan)).includes(offered)).toBe(false)
})

test('a buyer who has withdrawn cannot accept an offer, even before the refund', async () => {
  const bought = await order(app, form)
  const shown = await offerOf(app, bought)
  await setFaults(app, {
    ...lostEvents,
    calls: [{ method: 'POST', path: '/v1/refunds', times: 9, fault: { kind: 'error', status: 400 } }],
  })
  await withdraw(app, bought)
  const accepted = await accept(app, bought, shown)

  expect([accepted.status, errorOf(accepted).code]).toEqual([410, 'offer_over'])
  expect((await current(app, bought)).offer).toBeNull()
})
