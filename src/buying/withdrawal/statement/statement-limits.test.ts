import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newKey } from '#buying/checkout/pay/test-paying.ts'
import { emailKeyOf } from '#payments/coupons/holder.ts'
import { startTestApp, type TestApp } from '#test-app.ts'
import { hiddenIn, mailsTo, open, post, state, workOff } from '../test-withdrawals.ts'
import { closeUnplaced, listUnplaced, pruneUnplaced } from './unplaced.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ config: { areRatesLimited: true } })
})
afterAll(async () => app.close())

let hours = 0
/** Each test has its own hour with new counters. */
beforeEach(() => app.clock.set(new Date(Date.now() + (hours += 2) * 3600 * 1000)))

test('a repeated withdrawal gets its receipt even when the limit is reached', async () => {
  const fields = { name: 'Bea Novak', email: `${newKey()}@example.com`, reference: 'One thing' }
  const confirmed = { ...hiddenIn(await post(app, '/withdraw', fields)), step: 'confirm' }
  const first = await post(app, '/withdraw', confirmed)
  for (let sent = 0; sent < 4; sent += 1) await state(app, { ...fields, reference: `Thing ${sent}` })
  const [again, other] = [await post(app, '/withdraw', confirmed), await state(app, fields)]

  expect([again.status, again.location]).toEqual([303, first.location])
  expect(other.status).toBe(429)
})

// Proves typed-address.
test('a withdrawal is received even if its address has reached the email limit', async () => {
  const email = `${newKey()}@example.com`
  // Five confirmations from other networks were already sent to this address.
  const use = { rule: 'withdrawalMailTo', subject: emailKeyOf(email) } as const
  for (let sent = 0; sent < 5; sent += 1) await app.services.limiter.count([use])
  const { status, location } = await state(app, { email, reference: 'One thing' })
  const receipt = await open(app, location)

  expect(status).toBe(303)
  expect(receipt.text).toContain('Save or print this page as your proof')
  expect(await mailsTo(app, email)).toEqual([])
})

test('the operator can close withdrawals that match no shop', async () => {
  const { db } = app.services
  const email = `${newKey()}@example.com`
  await state(app, { email, reference: 'A tent\nor two' })
  await workOff(app)
  const line = (await listUnplaced(db)).find((one) => one.includes(email)) ?? ''
  const [id = ''] = line.split('  ')

  expect(line).toContain('Bea Novak  A tent or two')
  expect(await closeUnplaced(db, id, app.clock.now())).toBe(true)
  expect(await closeUnplaced(db, id, app.clock.now())).toBe(false)
  expect((await listUnplaced(db)).join('\n')).not.toContain(email)
  const left = () => db.selectFrom('withdrawals').select('id').where('id', '=', id).execute()
  await pruneUnplaced(app.services)
  expect(await left()).toHaveLength(1)
  app.clock.advance(3 * 366 * 24 * 3600)
  await pruneUnplaced(app.services)
  expect(await left()).toEqual([])
})
