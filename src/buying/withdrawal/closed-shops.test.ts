import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { setPolicy } from '#buying/consumer-law/test-policy.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { remindOfRefunds } from './statement/remind-of-refunds.ts'
import { closeUnplaced, listUnplaced } from './statement/unplaced.ts'
import { listed, mailsTo, withdraw, workOff } from './test-withdrawals.ts'
import { withdrawalWriters } from './write-withdrawal-mails.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

const erase = ({ token }: TestSeller) =>
  call(app, 'POST', '/api/account/erase', { token, body: { password: 'correct-horse' } })

/** Makes a purchase from a shop that reviews withdrawals. */
async function bought() {
  const seller = await signUpSeller(app, { plan: 'trial' })
  await setPolicy(app, seller, { onWithdrawal: 'ask_me' })
  const email = `${newKey()}@example.com`
  return { seller, email, order: outcomeOf(await pay(app, await createTestForm(app, seller), { email })) }
}

test('a shop can close only after its withdrawals are decided', async () => {
  const { seller, order } = await bought()
  await withdraw(app, order)
  await workOff(app)
  const early = await erase(seller)
  const [row] = await listed(app, seller)
  const body = { refusedFor: 'not_consumer' }
  await call(app, 'PATCH', `/api/withdrawals/${row?.id ?? ''}`, { token: seller.token, body })
  const late = await erase(seller)

  expect(errorBody.parse(early.body)).toMatchObject({
    code: 'withdrawals_open',
    message:
      '1 withdrawal still waits for your decision. Refund or decline it under Sales › Withdrawals first.',
  })
  expect([early.status, late.status]).toEqual([409, 200])
})

test('a withdrawal from a closed shop is sent to the operator, who can close it with a reason', async () => {
  const { seller, email, order } = await bought()
  await erase(seller)
  await withdraw(app, order)
  await workOff(app)
  const { db } = app.services
  const line = (await listUnplaced(db)).find((one) => one.includes(email)) ?? ''
  const [id = ''] = line.split('  ')
  const mail = await db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', app.config.mail.contact)
    .where('about', '=', id)
    .executeTakeFirstOrThrow()
  const written = await withdrawalWriters(app.services)[mail.kind]?.(mail)

  expect(line).toContain(email)
  expect(written?.text).toContain('The shop has closed its account')
  expect(await mailsTo(app, email)).toEqual(['receipt', 'withdrawal'])
  expect(await closeUnplaced(db, id, app.clock.now())).toBe(false)
  expect(await closeUnplaced(db, id, app.clock.now(), 'not_consumer')).toBe(true)
  expect((await listUnplaced(db)).join()).not.toContain(email)
})

test('the operator is reminded once of a closed shop’s refund that is due soon', async () => {
  const { seller, order } = await bought()
  const open = await bought()
  await erase(seller)
  const now = app.clock.now()
  for (const one of [order, open.order]) await withdraw(app, one)
  await workOff(app)
  const { db } = app.services
  const reminders = () => db.selectFrom('mails').selectAll().where('kind', '=', 'withdrawal_due').execute()
  await remindOfRefunds(app.services)
  const early = await reminders()
  app.clock.set(secondsAfter(now, 12 * 24 * 60 * 60))
  for (let round = 0; round < 2; round += 1) await remindOfRefunds(app.services)
  const [mail, ...more] = await reminders()
  app.clock.set(now)
  const written = mail && (await withdrawalWriters(app.services)['withdrawal_due']?.(mail))

  expect([early, more]).toEqual([[], []])
  expect(mail?.recipient).toBe(app.config.mail.contact)
  expect(written?.subject).toBe('A refund is due soon')
  expect(written?.text).toContain(`Purchase ${order.purchaseId}.`)
})
