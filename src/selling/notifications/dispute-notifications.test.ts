import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeRole, signUpMember } from '#accounts/roles/test-staff.ts'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import { recordDispute, recordDisputeByEvent } from '#payments/disputes/record-dispute.ts'
import { disputeOf } from '#payments/disputes/test-disputes.ts'
import { salesContract } from '#selling/sales/contract.ts'
import { causeText, eventText } from '#selling/sales/ui/cause-words.ts'
import {
  askProvider,
  call,
  createTestForm,
  lostEvents,
  sandboxList,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { collectNotifications } from './collect-notifications.ts'
import { writePush } from './push/send-pushes.ts'
import { bellOf, buy, choose, notificationsTo, notifyAll } from './test-notifications.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  await setFaults(app, lostEvents)
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
  await choose(app, seller, { sale: 'off' })
})

type Disputed = { readonly purchaseId: string; readonly dispute: string }

/** A purchase with a recorded dispute, after the seller has been notified. */
async function dispute(card = 'pm_card_createDispute'): Promise<Disputed> {
  const purchaseId = await buy(app, form, card)
  const id = await disputeOf(app, purchaseId)
  await record({ purchaseId, dispute: id })
  await notifyAll(app)
  app.clock.advance(3600)
  return { purchaseId, dispute: id }
}

const record = (disputed: Disputed) => recordDisputeByEvent(app.services, seller.account, disputed.dispute)
const answer = (disputed: Disputed, evidence: string) =>
  askProvider(app, seller.account, `/v1/disputes/${disputed.dispute}`, {
    'evidence[uncategorized_text]': evidence,
  })

/** Lets the bank decide, processes the event and sends notifications. */
async function decide(disputed: Disputed, evidence: 'winning_evidence' | 'losing_evidence'): Promise<void> {
  await answer(disputed, evidence)
  await record(disputed)
  await notifyAll(app)
}

/** Records an outcome that the sandbox cannot produce. */
async function endAs(disputed: Disputed, status: string, readAt = app.clock.now()): Promise<void> {
  const at = await app.services.provider.retrieveDispute(seller.account, disputed.dispute)
  await recordDispute(app.services, seller.account, { ...at, status, evidenceDueAt: null }, readAt)
}

const outcomes = async (of: Pick<TestSeller, 'token'> = seller) => {
  app.clock.set(new Date())
  const { notices } = await bellOf(app, of)
  return notices.flatMap((notification) => (notification.kind === 'dispute' ? [notification.outcome] : []))
}
/** The latest email, without its footer. */
const lastMail = async (of: TestSeller = seller) => {
  const mail = (await notificationsTo(app, of)).at(-1)
  return { subject: mail?.subject, text: mail?.text.split('\n\nYou get')[0] }
}
/** The dispute's entries on the sale's page, oldest first. */
async function historyOf({ purchaseId }: Disputed): Promise<string[]> {
  app.clock.set(new Date())
  const { body } = await call(app, 'GET', `/api/sales/${purchaseId}`, { token: seller.token })
  const { history } = salesContract.getSale.ok.schema.parse(body)
  return history.flatMap((entry) =>
    entry.event === 'dispute' ? [`${eventText(entry)}. ${causeText(entry.cause)}`] : [],
  )
}

test.each([
  [
    'winning_evidence',
    'won',
    'Dispute won: $49.00 returned to you',
    'You won the dispute. $49.00 will be returned to you.',
    'Dispute won',
  ],
  [
    'losing_evidence',
    'lost',
    'Dispute lost: $49.00',
    'You lost the dispute. The buyer keeps $49.00, and Stripe keeps the dispute fee.',
    'Dispute lost',
  ],
] as const)(
  'a dispute answered with %s immediately notifies the owner that it is %s',
  async (evidence, outcome, subject, ended, heading) => {
    const disputed = await dispute()
    await decide(disputed, evidence)

    expect(await lastMail()).toEqual({
      subject,
      text: [
        `${ended} It was about Bea Novak’s payment for “A course in watercolor”.`,
        '',
        'View sale:',
        `${app.url}/sales/${disputed.purchaseId}`,
      ].join('\n'),
    })
    expect(await outcomes()).toEqual([outcome, null])
    expect(await historyOf(disputed)).toEqual([
      'Disputed. The cardholder says they did not authorize this payment.',
      `${heading}. ${ended}`,
    ])
  },
)

test('a closed inquiry is reported as closed without a chargeback', async () => {
  const disputed = await dispute('pm_card_createDisputeInquiry')
  await endAs(disputed, 'warning_closed')
  await notifyAll(app)

  const { subject, text } = await lastMail()

  expect(subject).toBe('Bank inquiry closed: $49.00')
  expect(text).toContain('The bank closed its inquiry. You keep $49.00.')
  expect(await outcomes()).toEqual(['closed', null])
  expect((await historyOf(disputed))[1]).toMatch(/^Bank inquiry closed\. The bank closed its inquiry/)
})

test('an inquiry that becomes a dispute is reported once as an inquiry and once as a dispute', async () => {
  const disputed = await dispute('pm_card_createDisputeInquiry')
  const asked = await lastMail()
  app.clock.set(new Date())
  const { notices } = await bellOf(app, seller)
  app.clock.advance(3600)
  await endAs(disputed, 'warning_under_review')
  await notifyAll(app)
  expect(await notificationsTo(app, seller)).toHaveLength(1)
  app.clock.advance(3600)
  await endAs(disputed, 'needs_response')
  await notifyAll(app)
  const taken = await lastMail()
  app.clock.advance(3600)
  // A clock that is ahead makes the dispute look like an inquiry again.
  await endAs(disputed, 'warning_under_review')
  await endAs(disputed, 'needs_response')
  await notifyAll(app)

  expect(asked.subject).toBe('Bank inquiry: $49.00')
  expect(asked.text).toContain('No money was taken.')
  expect(asked.text).not.toContain('is disputing $49.00')
  expect(notices[0]).toMatchObject({ kind: 'dispute', outcome: null, asks: true })
  expect(taken.subject).toBe('Dispute: $49.00')
  expect(await notificationsTo(app, seller)).toHaveLength(2)
  expect((await historyOf(disputed)).map((entry) => entry.split('. ')[0])).toEqual([
    'Bank inquiry',
    'Inquiry became a dispute',
  ])
})

test('a combined email counts inquiries separately from disputes', async () => {
  for (const card of ['pm_card_createDisputeInquiry', 'pm_card_createDispute']) {
    const purchaseId = await buy(app, form, card)
    await record({ purchaseId, dispute: await disputeOf(app, purchaseId) })
  }
  await notifyAll(app)

  expect((await lastMail()).subject).toBe('1 disputed payment, 1 bank inquiry in the last minute')
})

test('a dispute notification shows the dispute’s own amount and currency', async () => {
  const disputed = await dispute()
  const changed = { amount: 5800, currency: 'eur' }
  await app.services.db.updateTable('disputes').set(changed).where('id', '=', disputed.dispute).execute()
  await app.services.db
    .updateTable('disputes')
    .set({ status: 'won' })
    .where('id', '=', disputed.dispute)
    .execute()
  await notifyAll(app)

  expect((await lastMail()).subject).toBe('Dispute won: €58.00 returned to you')
})

test('a dispute’s outcome is reported only once despite repeated and reordered events', async () => {
  const disputed = await dispute()
  const early = app.clock.now()
  await answer(disputed, 'winning_evidence')
  app.clock.advance(60)
  await Promise.all([1, 2, 3].map(() => record(disputed)))
  await Promise.all([1, 2, 3].map(() => collectNotifications(app.services)))
  // An earlier reading arrives late, then the reconciliation runs, then the same event arrives again.
  await endAs(disputed, 'under_review', early)
  await reconcileAccounts(app.services)
  await record(disputed)
  await notifyAll(app)
  app.clock.advance(3600)
  // A clock that is ahead makes the dispute look open again.
  await endAs(disputed, 'under_review')
  await notifyAll(app)
  app.clock.advance(3600)
  await record(disputed)
  await notifyAll(app)

  expect(await notificationsTo(app, seller)).toHaveLength(2)
  expect(await outcomes()).toEqual(['won', null])
  expect(await historyOf(disputed)).toHaveLength(2)
})

test('a dispute outcome found by reconciliation before its event is reported only once', async () => {
  const disputed = await dispute()
  await answer(disputed, 'losing_evidence')
  await reconcileAccounts(app.services)
  await notifyAll(app)
  app.clock.advance(3600)
  await record(disputed)
  await notifyAll(app)

  expect(await outcomes()).toEqual(['lost', null])
  expect(await notificationsTo(app, seller)).toHaveLength(2)
})

test('a bank’s changed decision on a dispute is reported again', async () => {
  const disputed = await dispute()
  await decide(disputed, 'losing_evidence')
  app.clock.advance(3600)
  await endAs(disputed, 'won')
  await notifyAll(app)

  expect((await lastMail()).subject).toBe('Dispute won: $49.00 returned to you')
  expect(await outcomes()).toEqual(['won', 'lost', null])
})

test('a dispute that has already ended is reported with its outcome in one email', async () => {
  const purchaseId = await buy(app, form, 'pm_card_createDispute')
  const disputes = await sandboxList(app, 'disputes')
  const disputed = { purchaseId, dispute: disputes[0]?.id ?? '' }
  await decide(disputed, 'losing_evidence')
  const mails = await notificationsTo(app, seller)

  expect(mails.map(({ subject }) => subject)).toEqual([
    '1 disputed payment, 1 dispute lost in the last minute',
  ])
  expect(mails[0]?.text).toContain(
    [
      '- Bea Novak: “A course in watercolor”, $49.00, disputed payment',
      '- Bea Novak: “A course in watercolor”, $49.00, dispute lost',
    ].join('\n'),
  )
  expect(await outcomes()).toEqual(['lost', null])
})

test('the daily email reports dispute outcomes only to members who chose it', async () => {
  await choose(app, seller, { dispute: 'daily' })
  const reads = await makeRole(app, 'sales', ['read'], { forTeams: true })
  const member = await signUpMember(app, seller, reads)
  const blind = await signUpMember(app, seller, await makeRole(app, 'forms', ['read'], { forTeams: true }))
  await choose(app, member, { dispute: 'off' })
  // All of this happens before one daily email, at any time of day.
  const letterAt = new Date(app.clock.now().getTime() + 12 * 3_600_000)
  await app.services.db
    .updateTable('noticeReaders')
    .set({ letterAt })
    .where('userId', '=', seller.userId)
    .execute()
  const [one, other] = [await dispute(), await dispute()]
  await decide(one, 'winning_evidence')
  await decide(other, 'losing_evidence')
  app.clock.set(letterAt)
  await notifyAll(app)
  const letters = await notificationsTo(app, seller)

  expect(letters.map(({ subject }) => subject)).toEqual([
    'Yesterday in your shop: 2 disputed payments, 1 dispute lost, 1 dispute won',
  ])
  expect(letters[0]?.text).toContain('1 dispute won, $49.00\n- Bea Novak: “A course in watercolor”, $49.00\n')
  expect(await notificationsTo(app, member)).toEqual([])
  expect(await notificationsTo(app, blind)).toEqual([])
  expect(await outcomes(member)).toEqual(['lost', 'won', null, null])
})

test('a push message shows a dispute’s outcome without the buyer’s name', async () => {
  const disputed = await dispute()
  await decide(disputed, 'losing_evidence')
  const { id, sellerId } = await app.services.db
    .selectFrom('notices')
    .select(['id', 'sellerId'])
    .where('subject', '=', disputed.dispute)
    .where('outcome', 'is not', null)
    .executeTakeFirstOrThrow()
  const span = { sellerId, kind: 'dispute' as const, toldFrom: id - 1, toldTo: id }

  expect(await writePush(app.services.db, { ...span, at: app.clock.now(), showsBuyer: false })).toEqual({
    title: 'Dispute lost: $49.00',
    body: 'A course in watercolor',
    tag: `dispute ${id}`,
    path: `/sales/${disputed.purchaseId}`,
  })
})
