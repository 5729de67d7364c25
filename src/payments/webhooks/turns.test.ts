import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test-app.ts'
import { claimEvents } from './claim-events.ts'
import { finishEvent } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.services.db.deleteFrom('webhookEvents').execute())

const due = new Date('2026-03-02T08:00:00Z')
const now = new Date('2026-03-02T09:00:00Z')

/** Events that have been waiting since eight o'clock, or since this many seconds after it. */
async function wait(account: string | null, count: number, seconds = 0): Promise<void> {
  await sql`
    insert into webhook_events (id, stripe_account_id, type, payload, received_at, next_attempt_at)
    select 'evt_' || coalesce(${account}::text, 'own') || '_' || n, ${account}, 'payment_intent.canceled', '{}', ${due},
      ${due}::timestamptz + (${seconds} + n) * interval '1 second'
    from generate_series(1, ${count}) as n`.execute(app.services.db)
}

/** The accounts whose events are claimed and processed in each of these rounds. */
async function serve(rounds: number): Promise<(string | null)[][]> {
  const { db } = app.services
  const turn = { after: '' }
  const served: (string | null)[][] = []
  for (let round = 0; round < rounds; round += 1) {
    const events = await claimEvents(db, now, 20, turn)
    for (const { id } of events) await finishEvent(db, id, 'done', now)
    served.push(events.map(({ stripeAccountId }) => stripeAccountId))
  }
  return served
}

// Proves webhook-turns.
test('an account with a thousand waiting events lets others have their turn', async () => {
  await wait('acct_busy', 1000)
  await wait('acct_late', 2, 2000)
  await wait(null, 1, 2000)
  const [first = [], second = []] = await serve(2)

  expect(first.slice(0, 4)).toEqual(['acct_busy', 'acct_late', null, 'acct_busy'])
  expect(first.filter((account) => account === 'acct_busy')).toHaveLength(17)
  expect(second).toEqual(Array<string>(20).fill('acct_busy'))
})

test('an account gets its turn even if there are more busy accounts than one round serves', async () => {
  for (let account = 10; account < 55; account += 1) await wait(`acct_${account}`, 3)
  await wait('acct_99', 1, 2000)
  const served = await serve(3)

  expect(served.map(({ length }) => length)).toEqual([20, 20, 20])
  expect(served[2]).toContain('acct_99')
  expect(new Set(served.flat()).size).toBe(46)
})

test('an account’s events are claimed in the order they are due, and later ones are not read', async () => {
  await wait('acct_one', 3)
  await wait('acct_later', 5, 3600)
  const turn = { after: 'acct_one' }
  const claimed = await claimEvents(app.services.db, now, 2, turn)

  expect(claimed.map(({ id, attempts }) => [id, attempts])).toEqual([
    ['evt_acct_one_1', 1],
    ['evt_acct_one_2', 1],
  ])
  // A claimed event is due again after a minute, for example after a kill.
  const next = async (seconds: number) =>
    (await claimEvents(app.services.db, new Date(now.getTime() + seconds * 1000), 9, turn)).length
  expect(await next(0)).toBe(1)
  expect(await next(61)).toBe(8)
})
