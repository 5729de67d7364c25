import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayText } from '#foundation/time/day-text.ts'
import { hiddenIn, listed, open, post, purchaseOf, startWithdrawals, workOff } from './test-withdrawals.ts'

let shop: Awaited<ReturnType<typeof startWithdrawals>>

beforeAll(async () => {
  shop = await startWithdrawals()
})
afterAll(async () => shop.app.close())
beforeEach(() => shop.app.clock.set(new Date()))

/** Makes a new purchase, and opens the withdrawal or cancellation page that its own page links to. */
async function begun(path: '/withdraw' | '/cancel-contract') {
  const bought = await shop.buy({ name: 'Lena Ortiz' })
  const { sellerId } = await purchaseOf(shop.app, bought.purchaseId)
  const address = `${path}/${sellerId}`
  const page = await open(shop.app, `${address}?purchase=${bought.purchaseId}&key=${bought.secret}`)
  const what = `A course in watercolor, ${dayText(shop.app.clock.now().getTime())}`
  return { ...bought, address, page, what }
}

test('a buyer who comes from a purchase page sees what they bought and when, and its number is filled in invisibly', async () => {
  const { app, seller } = shop
  const { purchaseId, email, address, page, what } = await begun('/withdraw')
  expect(page.text).toContain(what)
  expect(page.text).not.toContain('<textarea')

  const review = await post(app, address, { ...hiddenIn(page), name: 'Lena Ortiz', email })
  expect(review.text).toContain(`I hereby give notice that I withdraw from my contract for: ${what}`)
  const received = await post(app, address, { ...hiddenIn(review), step: 'confirm' })
  const receipt = await open(app, received.location)
  await workOff(app)

  expect(receipt.text).toContain(`my contract for: ${what}`)
  expect(receipt.text).not.toContain(purchaseId)
  const found = (await listed(app, seller)).find(({ saleId }) => saleId === purchaseId)
  expect(found).toMatchObject({ fits: 'number_and_email', outcome: 'refunded', reference: purchaseId })
})

test('the withdrawal page still shows the purchase after a mistake or a change of mind', async () => {
  const { email, address, page, what } = await begun('/withdraw')
  const wrong = await post(shop.app, address, { ...hiddenIn(page), name: '', email })
  const review = await post(shop.app, address, { ...hiddenIn(wrong), name: 'Lena Ortiz', email })
  const changed = await post(shop.app, address, { ...hiddenIn(review), step: 'change' })

  expect([wrong.status, review.status, changed.status]).toEqual([422, 200, 200])
  for (const { text } of [wrong, review, changed]) expect(text).toContain(what)
})

test('a cancellation page also shows its purchase', async () => {
  const { page, what } = await begun('/cancel-contract')
  expect(page.text).toContain('You cancel')
  expect(page.text).toContain(what)
})

test('the withdrawal pages have their shop’s look, but the receipt has it only if the statement came from a form’s page', async () => {
  const { app } = shop
  const { address, page } = await begun('/withdraw')
  const { sellerId, email } = await shop.buy().then(async ({ purchaseId }) => purchaseOf(app, purchaseId))
  const { name } = await app.services.db
    .selectFrom('sellers')
    .select('name')
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
  const fields = { name: 'Lena Ortiz', email, reference: 'The course' }
  const send = async (path: string) => {
    const review = await post(app, path, fields)
    return open(app, (await post(app, path, { ...hiddenIn(review), step: 'confirm' })).location)
  }

  expect(page.text).toContain(`To ${name}`)
  expect((await send(address)).text).toContain(`To ${name}`)
  expect((await send('/withdraw')).text).not.toContain(name)
})

test('the withdrawal page does not show a purchase if the key is wrong', async () => {
  const { purchaseId, what } = await begun('/withdraw')
  const page = await open(shop.app, `/withdraw?purchase=${purchaseId}&key=wrong`)

  expect(page.text).not.toContain(what)
  expect(page.text).toContain('<textarea')
})
