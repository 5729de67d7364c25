import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import {
  changeCard,
  checkAll,
  later,
  purchasesOf,
  rowOf,
  subscribe,
} from '#payments/subscriptions/test-subscriptions.ts'
import {
  askProvider,
  lostEvents,
  sandboxList,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { storeEvent } from './store.ts'
import { workOffEvents } from './work-event.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(() => setFaults(app, lostEvents))

const events = z.object({
  data: z.array(z.looseObject({ id: z.string(), type: z.string(), account: z.string() })),
})

/** Delivers only the newest event of this type. */
async function deliver(type: string): Promise<void> {
  const answer = await fetch(`${app.sandbox.url}/sandbox/events`)
  const told = events.parse(await answer.json()).data.find((event) => event.type === type)
  if (told === undefined) throw new Error(`There is no ${type}`)
  const { id, account } = told
  await storeEvent(app.services.db, { id, type, account, objectId: null, body: told }, null, app.clock.now())
  await workOffEvents(app.services)
}

/** Makes a charged renewal without events, and returns its PaymentIntent. */
async function renewUnheard(card: string) {
  const ordered = await subscribe(app, seller)
  await checkAll(app)
  await changeCard(app, seller, ordered, card)
  const { currentPeriodEnd } = await rowOf(app, ordered)
  await later(app, (currentPeriodEnd?.getTime() ?? 0) - app.clock.now().getTime() + 8_000_000)
  const [intent] = await sandboxList(app, 'payment_intents')
  return { ordered, intentId: intent?.id ?? '' }
}

test('a refund whose event arrives before its renewal is recorded together with it', async () => {
  const { ordered, intentId } = await renewUnheard('pm_card_visa')
  await askProvider(app, seller.account, '/v1/refunds', { payment_intent: intentId, amount: '1000' })
  await deliver('charge.refunded')

  expect(await purchasesOf(app, ordered)).toMatchObject([
    { kind: 'order', status: 'paid' },
    { kind: 'renewal', status: 'partially_refunded', paymentIntentId: intentId },
  ])
})

test('a dispute whose event arrives before its renewal is recorded together with it', async () => {
  const { ordered, intentId } = await renewUnheard('pm_card_createDispute')
  await deliver('charge.dispute.created')
  const [, renewal] = await purchasesOf(app, ordered)
  const disputes = await app.services.db
    .selectFrom('disputes')
    .select('status')
    .where('purchaseId', '=', renewal?.id ?? '')
    .execute()

  expect(renewal).toMatchObject({ kind: 'renewal', paymentIntentId: intentId })
  expect(disputes).toEqual([{ status: 'needs_response' }])
})
