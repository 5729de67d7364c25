// @module-tag long races
import { afterAll, beforeAll, expect, test } from 'vitest'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { newKey, outcomeOf } from '#buying/checkout/pay/test-paying.ts'
import { consentsOf } from '#buying/consumer-law/asked-consent.ts'
import { accept, createOfferForm, offerOf, order, undo } from '#buying/upsells/test-offers.ts'
import { recordDisputeByEvent } from '#payments/disputes/record-dispute.ts'
import {
  call,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { disputeOf } from '#payments/disputes/test-disputes.ts'
import { processDueStatements } from './refund/process-statements.ts'
import { listParts } from './store.ts'
import { purchaseOf, returnedFor, state, withdraw, workOff } from './test-withdrawals.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  await setFaults(app, lostEvents)
})
afterAll(async () => app.close())

/** Set `RACES=200` to run more rounds. */
const rounds = Number(process.env['RACES'] ?? 15)

/** Accepts all statements about a purchase. In every other round the seller retains a part of the service. */
async function decide(purchaseId: string, round: number): Promise<void> {
  const rows = await app.services.db
    .selectFrom('withdrawnPurchases')
    .select(['withdrawalId', 'purchaseId'])
    .where('purchaseId', '=', purchaseId)
    .execute()
  const performed = round % 2 === 0 ? [] : [{ purchaseId, percentage: 30 }]
  for (const { withdrawalId } of rows) {
    const path = `/api/withdrawals/${withdrawalId}/refund`
    const { status } = await call(app, 'POST', path, { token: seller.token, body: { performed } })
    // The refund of the whole order may already have closed the statement.
    expect([200, 409]).toContain(status)
  }
}

/**
 * @param onWithdrawal the policy, under which buyers consent to an early start, or null for no policy and no consent
 */
async function race(onWithdrawal: 'refund_at_once' | 'ask_me' | null): Promise<void> {
  app.clock.set(new Date())
  seller = await signUpSeller(app)
  await locate(app, seller, 'DE')
  const hasPolicy = onWithdrawal !== null
  if (hasPolicy) {
    const policy = { sells: 'service', withdrawalDays: 14, earlyStart: 'offered', ownText: null }
    await call(app, 'PATCH', '/api/seller/policy', {
      token: seller.token,
      body: { ...policy, onWithdrawal },
    })
  }
  const form = await createOfferForm(app, seller)
  for (let round = 0; round < rounds; round += 1) {
    app.clock.set(new Date())
    const isDisputed = round % 3 === 0
    const card = isDisputed ? { paymentMethodId: 'pm_card_createDispute' } : {}
    const consents = hasPolicy ? consentsOf('service') : []
    const bought = await order(app, form, { ...card, consents })
    const offer = await offerOf(app, bought)
    const added = outcomeOf(await accept(app, bought, offer))
    const { email } = await purchaseOf(app, bought.purchaseId)
    const ids = [bought.purchaseId, added.purchaseId]
    const refund = (id: string, amount: number) =>
      call(app, 'POST', `/api/sales/${id}/refunds`, {
        token: seller.token,
        body: { amount },
        headers: { 'idempotency-key': newKey() },
      })
    await state(app, { email, reference: bought.purchaseId })
    const dispute = isDisputed ? await disputeOf(app, bought.purchaseId) : ''
    await Promise.all([
      withdraw(app, bought, ids),
      withdraw(app, bought, ids.slice(round % 2)),
      processDueStatements(app.services),
      processDueStatements(app.services),
      ...(hasPolicy ? ids.map((id) => decide(id, round)) : []),
      refund(bought.purchaseId, 10 + (round % 30)),
      refund(added.purchaseId, 5),
      undo(app, bought, offer),
      ...(isDisputed ? [recordDisputeByEvent(app.services, seller.account, dispute)] : []),
    ])
    app.clock.advance(120)
    await workOff(app)
    if (hasPolicy) for (const id of ids) await decide(id, round)
    await workOff(app)

    const parts = await listParts(app.services.db, { ids })
    const back = await Promise.all(parts.map(({ id }) => returnedFor(app, id)))
    // A disputed purchase can only have refunds made before the dispute was recorded. Everything else is
    // refunded exactly once.
    const told = parts.map(({ id, total, kept }, part) => {
      const returned = back[part] ?? 0
      const isOwed = !isDisputed && returned < total - kept
      return { round, id, isTooMuch: returned > total, isOwed }
    })
    expect(told).toEqual(ids.map((id) => ({ round, id, isTooMuch: false, isOwed: false })))
    expect([round, parts.some(({ withdrawalId }) => withdrawalId !== null)]).toEqual([round, true])
    if (!isDisputed && !hasPolicy)
      expect([round, back.toSorted((a, b) => a - b)]).toEqual([round, [1990, 4900]])
  }
}

// Proves withdrawal-once.
test('simultaneous refunds, withdrawals, undone offers and disputes never return more than was paid', async () =>
  race(null))

test.each(['refund_at_once', 'ask_me'] as const)(
  'simultaneous refunds of a started service never return too much under the policy %s',
  async (onWithdrawal) => race(onWithdrawal),
)
