import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpStaff } from '#accounts/roles/test-staff.ts'
import { pay } from '#buying/checkout/pay/test-paying.ts'
import { recordBackup } from '#operations/record-backup.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { healthContract, type Health } from './contract.ts'
import { findProblems } from './ui/find-problems.ts'

let app: TestApp
let operator: TestSeller
beforeAll(async () => {
  app = await startTestApp()
  operator = await signUpStaff(app, 'SuperAdmin')
})
afterAll(async () => app.close())

const read = async (of = app, { token } = operator): Promise<Health> =>
  healthContract.readHealth.ok.schema.parse((await call(of, 'GET', '/api/admin/health', { token })).body)

test('only a SuperAdmin sees the server’s health', async () => {
  const seller = await signUpSeller(app)
  await pay(app, await createTestForm(app, seller))
  await app.sandbox.untilDelivered()
  app.clock.advance(600)

  const health = await read()
  const mails = health.queues.find(({ queue }) => queue === 'mails')
  expect(mails).toMatchObject({ due: mails?.waiting })
  expect(mails?.overdueSeconds).toBeCloseTo(600, 0)
  expect(health.books).toEqual({ comparedAt: null, differences: 0 })
  expect(health.versions.product).toMatch(/^\d+\.\d+\.\d+$/)
  expect(health.versions.postgres).toMatch(/^\d+/)
  expect(health.versions.migration).toMatch(/^\d{4}-/)
  expect(health.disk?.free).toBeGreaterThan(0)
  expect(findProblems(health)).toContain('Emails: overdue by 10 minutes and not being processed.')

  for (const person of [seller, await signUpStaff(app, 'Admin')]) {
    expect((await call(app, 'GET', '/api/admin/health', { token: person.token })).status).toBe(403)
  }
})

test('the health page shows actions performed by earlier processes', async () => {
  const working = await startTestApp()
  const { db } = working.services
  const seller = await signUpSeller(working)
  await pay(working, await createTestForm(working, seller))
  await working.sandbox.untilDelivered()
  working.startWork()
  const doneAt = async (name: string) => {
    const schedule = db.selectFrom('schedules').select('finishedAt').where('name', '=', name)
    return (await schedule.executeTakeFirst())?.finishedAt
  }
  await expect.poll(() => doneAt('webhook')).toBeInstanceOf(Date)
  await expect.poll(() => doneAt('compare-books')).toBeInstanceOf(Date)
  await recordBackup({ url: working.databaseUrl, config: working.config }, true)
  const boss = await signUpStaff(working, 'SuperAdmin')
  // An email that is being sent is no longer due, but it is not sent yet.
  await expect
    .poll(async () => {
      working.clock.advance(6)
      const { queues, lastMailAt } = await read(working, boss)
      return lastMailAt !== null && queues.every(({ due }) => due === 0)
    })
    .toBe(true)

  const health = await read(working, boss)
  expect(health.lastWebhookAt).toEqual(expect.any(String))
  expect(health.lastBackupAt).toEqual(expect.any(String))
  expect(health.lastVerifiedBackupAt).toBe(health.lastBackupAt)
  expect(health.books.comparedAt).toEqual(expect.any(String))
  expect(findProblems({ ...health, disk: null })).toEqual([])
  await working.close()
})

test('the health page reports each overdue item in a full sentence', async () => {
  const health = await read()
  const old = new Date(app.clock.now().getTime() - 3 * 86_400_000).toISOString()
  expect(
    findProblems({
      ...health,
      lastBackupAt: old,
      books: { comparedAt: old, differences: 2 },
      disk: { size: 100e9, free: 4.2e9 },
      queues: [{ queue: 'webhook_events', waiting: 1, due: 0, overdueSeconds: 0, oldestSeconds: 7_300 }],
    }),
  ).toEqual([
    'The disk is nearly full: 4.2 GB of 100 GB left.',
    'Stripe events: the oldest has been waiting for 2 hours. The log says what fails.',
    '2 differences between our records and Stripe are open.',
    'The last reconciliation was 3 days ago.',
    'The last backup was 3 days ago.',
  ])
})
