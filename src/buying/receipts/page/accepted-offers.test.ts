import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addFile } from '#accounts/uploads/test-files.ts'
import { outcomeOf } from '#buying/checkout/pay/test-paying.ts'
import { accept, addOffer, offerOf, order, type TestOrder } from '#buying/upsells/test-offers.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { writeRefundMail } from '#buying/receipts/mail/receipt-writers.ts'
import { writeReceipt } from '../mail/write-receipt.ts'

let app: TestApp
let seller: TestSeller
let form: string
let bought: TestOrder
let accepted: TestOrder

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  const offer = await addOffer(app, seller, { files: [await addFile(app, seller, 'Second course.txt')] })
  form = await createTestForm(app, seller, {
    oneTimeOffer: offer,
    files: [await addFile(app, seller, 'First course.txt')],
    successMessage: 'See you on Monday',
  })
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  bought = await order(app, form)
  accepted = outcomeOf(await accept(app, bought, await offerOf(app, bought)))
})

const pathOf = ({ purchaseId, secret }: TestOrder) => `/purchases/${purchaseId}?key=${secret}`
const pageOf = async (of: TestOrder) => (await fetch(app.url + pathOf(of))).text()
const undoPathIn = (page: string) =>
  /action="([^"]+\/undo[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
const downloadsIn = (page: string) =>
  [...page.matchAll(/aria-label="Download ([^"]+)"/g)].map(([, name]) => name)

/** Clicks a button on the page as a browser without scripts does. */
const click = (path: string) =>
  fetch(app.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
    redirect: 'manual',
  })

test('the order’s page lists its accepted offers, and an offer’s page only that offer', async () => {
  const page = await pageOf(bought)
  expect(page).toContain('Added to your purchase')
  expect(page).toContain('$19.90')
  expect(downloadsIn(page)).toEqual(['First course.txt', 'Second course.txt'])
  const links = [...page.matchAll(/href="(\/purchases\/[^"]+\/files\/[^"]+)"/g)].map(([, path = '']) => path)
  for (const path of links) {
    expect((await fetch(app.url + path.replaceAll('&amp;', '&'))).status).toBe(200)
  }

  const own = await pageOf(accepted)
  expect(own).toContain('>The second course</h1>')
  expect(own).not.toContain('See you on Monday')
  expect(downloadsIn(own)).toEqual(['Second course.txt'])
})

test('a buyer who undoes an offer is refunded and loses the offer’s files', async () => {
  const page = await pageOf(bought)
  expect(page).toContain('You can undo this for 15 more minutes')
  const answer = await click(undoPathIn(page))
  expect([answer.status, answer.headers.get('location')]).toEqual([303, pathOf(bought)])
  await click(undoPathIn(page))

  const after = await pageOf(bought)
  expect(undoPathIn(after)).toBe('')
  expect(after).toContain('Undone. You will be refunded to your card, usually within 5 to 10 business days.')
  expect(downloadsIn(after)).toEqual(['First course.txt'])
  const refunds = await app.services.db
    .selectFrom('refunds')
    .selectAll()
    .where('purchaseId', '=', accepted.purchaseId)
    .execute()
  expect(refunds.map(({ amount }) => amount)).toEqual([1990])
  const mail = await writeRefundMail(
    { db: app.services.db, addresses: app.config },
    accepted.purchaseId,
    refunds[0]?.id ?? '',
  )
  expect(mail.text).toContain('You undid “The second course”. We are refunding $19.90 to you.')
})

test('undoing an offer too late or with a wrong key refunds nothing', async () => {
  const path = undoPathIn(await pageOf(bought))
  expect((await click(path.replace(/key=.*/, 'key=guessed'))).headers.get('location')).toContain(
    'undo=failed',
  )
  app.clock.advance(15 * 60 + 1)
  expect(undoPathIn(await pageOf(bought))).toBe('')
  const late = await click(path)

  expect(await (await fetch(app.url + (late.headers.get('location') ?? ''))).text()).toContain(
    'We could not undo this. Try again or contact the seller.',
  )
  const { db } = app.services
  const refunds = await db
    .selectFrom('refunds')
    .where('purchaseId', '=', accepted.purchaseId)
    .selectAll()
    .execute()
  expect(refunds).toEqual([])
})

test('an accepted offer’s receipt shows only that offer', async () => {
  const { text } = await writeReceipt(app.services.db, app.clock, app.config, accepted.purchaseId)
  expect(text).toContain('The second course: $19.90')
  expect(text).toContain('Second course.txt')
  expect(text).not.toContain('First course.txt')
})
