import { afterAll, beforeAll, expect, test } from 'vitest'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { newKey, outcomeOf } from '#buying/checkout/test-paying.ts'
import { accept, createOfferForm, offerOf, order, undo } from '#buying/upsells/test-offers.ts'
import { recordDisputeByEvent } from '#payments/disputes/record-dispute.ts'
import {
  call,
  sandboxList,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { carryOutDue } from './carry-out.ts'
import { purchaseOf, returnedFor, state, withdraw, workOff } from './test-withdrawals.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  await locate(app, seller, 'DE')
  await setFaults(app, { events: [{ type: '*', fault: { kind: 'drop' } }] })
})
afterAll(async () => app.close())

const rounds = 30

async function disputeOf(id: string): Promise<string> {
  const { paymentIntentId } = await purchaseOf(app, id)
  const disputes = await sandboxList(app, 'disputes')
  return disputes.find((one) => one.payment_intent === paymentIntentId)?.id ?? ''
}

test('who refunds, withdraws, undoes and disputes at once never gets more back than was paid', async () => {
  const form = await createOfferForm(app, seller)
  for (let round = 0; round < rounds; round += 1) {
    const isDisputed = round % 3 === 0
    const card = isDisputed ? { paymentMethodId: 'pm_card_createDispute' } : {}
    const bought = await order(app, form, card)
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
    const dispute = isDisputed ? await disputeOf(bought.purchaseId) : ''
    await Promise.all([
      withdraw(app, bought, ids),
      withdraw(app, bought, ids.slice(round % 2)),
      carryOutDue(app.services),
      carryOutDue(app.services),
      refund(bought.purchaseId, 10 + round),
      refund(added.purchaseId, 5),
      undo(app, bought, offer),
      ...(isDisputed ? [recordDisputeByEvent(app.services, seller.account, dispute)] : []),
    ])
    app.clock.advance(120)
    await workOff(app)

    const back = await Promise.all(ids.map((id) => returnedFor(app, id)))
    // Of what a bank holds, nothing or what had gone out before the books knew of it; all else goes back, once.
    expect([round, back.map((sum, part) => sum <= (part === 0 ? 4900 : 1990))]).toEqual([round, [true, true]])
    if (!isDisputed) expect([round, back]).toEqual([round, [4900, 1990]])
    const covered = await app.services.db
      .selectFrom('withdrawnPurchases')
      .select('purchaseId')
      .where('purchaseId', 'in', ids)
      .execute()
    expect([round, covered.length > 0]).toEqual([round, true])
  }
}, 120_000)
