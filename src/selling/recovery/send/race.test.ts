// @module-tag long races 200 payments against their emails
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { holdOut, loseOrder, openPost, sendAll, wakeUp, workOn } from '../test-recoveries.ts'

const trials = 200
const atOnce = 10

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  wakeUp(app)
})
afterAll(async () => app.close())

// Proves no-mail-after-paying.
test('none of 200 buyers who pay while their email is being sent gets it after paying', async () => {
  const form = await createTestForm(app, await signUpSeller(app))
  const buyers: string[] = []
  // Several at the same time, because these payments only prepare the races.
  for (let first = 0; first < trials; first += atOnce) {
    const racers = Array.from({ length: atOnce }, (_, place) => `racer-${first + place}@example.com`)
    buyers.push(...(await Promise.all(racers.map(async (email) => loseOrder(app, form, { email })))))
  }
  // Each order is from a different network, so only the address counts.
  await app.services.db
    .updateTable('purchases')
    .set((purchase) => ({ network: sql<string>`${purchase.ref('id')}::text` }))
    .where('formId', '=', form)
    .execute()
  await workOn(app)
  await holdOut(app, form)
  app.clock.advance(60 * 60)
  await workOn(app)

  const paidAt = new Map<string, number>()
  const decidedAt = new Map<string, number>()
  const post = await openPost(app, { onDecide: (email) => decidedAt.set(email, performance.now()) })
  const paying = (async () => {
    // Emails start with the first buyer and payments with the last, so that they meet in the middle.
    for (const email of buyers.toReversed()) {
      outcomeOf(await pay(app, form, { email }))
      paidAt.set(email, performance.now())
    }
  })()
  await Promise.all([sendAll(post), paying])
  await sendAll(post)
  await post.close()

  const mailed = post.server.mails.flatMap(({ envelope }) => envelope.to)
  const late = mailed.filter((email) => (decidedAt.get(email) ?? 0) > (paidAt.get(email) ?? Infinity))
  expect(late).toEqual([])
  expect(mailed.length).toBeGreaterThan(0)
  expect(mailed.length).toBeLessThan(trials)
  expect(new Set(mailed).size).toBe(mailed.length)
})
