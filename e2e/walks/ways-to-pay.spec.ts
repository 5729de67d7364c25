// Every payment method in each browser, at phone and desktop width, with a pointer and by keyboard (`npm run walks`).
import { expect, test } from '../engines/test.ts'
import type { Visitor } from '../engines/visitor.ts'
import type { Product } from '../product.ts'
import { newForm, newProduct } from '../seller.ts'
import { chargesOf, newBuyer, openShop } from '../shop.ts'

test.use({ spoilsProduct: true })

const day = 24 * 60 * 60 * 1000
const payment = ['payment input frame']
const thanks = { role: 'heading', name: 'Thank you!' }
const wallet = { role: 'button', name: 'Sandbox Pay', within: ['express checkout frame'] }
const sheet = ['Pay with Sandbox Pay']

async function fillBuyer(visitor: Visitor, email: string): Promise<void> {
  await visitor.type({ role: 'textbox', name: 'Email' }, email)
  await visitor.type({ role: 'textbox', name: 'Name' }, 'Bea Novak')
}

/** Makes a euro form with two extras, followed by three offers. */
async function sellInEuros(product: Product) {
  const { create } = await openShop(product)
  const make = (path: '/bumps' | '/one-time-offers', amount: number) => {
    const fields = newProduct({ currency: 'eur', amount })
    return create(path, fields).then((id) => ({ id, title: fields.title }))
  }
  const [bump, other, second, third] = [
    await make('/bumps', 9),
    await make('/bumps', 5),
    await make('/bumps', 7),
    await make('/bumps', 8),
  ]
  const first = await make('/one-time-offers', 19.9)
  const form = await create('/forms', {
    ...newForm({ currency: 'eur' }),
    bumps: [bump.id, other.id],
    oneTimeOffer: first.id,
    otoSequenceList: [second.id, third.id],
  })
  return { path: `/payment/${form}`, bump, first, second, third }
}

/** The number of emails with a matching subject that a buyer received. */
async function countMails({ url }: Product, email: string, subject: RegExp): Promise<number> {
  const page = await (await fetch(`${url}/dev/mail`)).text()
  return page.split('<li').filter((row) => row.includes(email) && subject.test(row)).length
}

/** Advances Stripe's clock by this many milliseconds. */
async function moveClock({ sandboxUrl }: Product, by: number): Promise<void> {
  const response = await fetch(`${sandboxUrl}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: Math.ceil(by / 1000) }),
  })
  expect(response.status).toBe(200)
}

test('a wallet charges the amount in its window, including an extra', async ({ visitor, product }) => {
  const { create } = await openShop(product)
  const bump = newProduct({ amount: 9 })
  const form = await create('/forms', newForm({ bumps: [await create('/bumps', bump)] }))
  const email = newBuyer()
  await visitor.open(`/payment/${form}`)
  await visitor.press({ role: 'checkbox', name: new RegExp(bump.title) })
  await visitor.see(wallet)
  await visitor.findsNoBarriers()
  await visitor.press(wallet)
  await visitor.see({ text: bump.title, within: sheet })
  await visitor.pressEscape()
  await visitor.type({ role: 'textbox', name: 'Email' }, email)
  await visitor.press(wallet)
  await visitor.press({ role: 'button', name: 'Pay 58.00 USD', within: sheet })
  await visitor.see(thanks)
  expect(await chargesOf(product, email)).toEqual(['5800 usd'])
})

test('a form with offers and extras accepts every payment method, and a wallet pays for an offer after iDEAL', async ({
  visitor,
  product,
}) => {
  const { path, bump, first, second, third } = await sellInEuros(product)
  const email = newBuyer()
  await visitor.open(path)
  await visitor.press({ role: 'checkbox', name: new RegExp(bump.title) })
  await fillBuyer(visitor, email)
  for (const name of ['Card', 'iDEAL', 'SEPA Direct Debit'])
    await visitor.see({ role: 'radio', name, within: payment })
  await visitor.press({ role: 'radio', name: 'iDEAL', within: payment })
  await visitor.press({ role: 'button', name: 'Pay €58.00 with iDEAL' })
  await visitor.press({ role: 'button', name: 'Fail payment' })
  await visitor.see({ text: /Your bank did not complete the payment/ })
  await visitor.see({ typed: email })
  await visitor.findsNoBarriers()
  await visitor.press({ role: 'radio', name: 'iDEAL', within: payment })
  await visitor.press({ role: 'button', name: 'Pay €58.00 with iDEAL' })
  await visitor.press({ role: 'button', name: 'Authorize payment' })

  await visitor.see({ role: 'dialog', name: first.title })
  await visitor.see({ role: 'group', name: 'Card' })
  await visitor.findsNoBarriers()
  await visitor.press(wallet)
  await visitor.press({ role: 'button', name: 'Cancel', within: sheet })
  await visitor.see({ role: 'dialog', name: first.title })
  await visitor.press(wallet)
  await visitor.press({ role: 'button', name: 'Pay 19.90 EUR', within: sheet })
  // The wallet's card is saved, and pays for the next offer with one click.
  await visitor.see({ role: 'dialog', name: second.title })
  await visitor.press({ role: 'button', name: 'Yes , please €7.00' })
  await visitor.see({ role: 'dialog', name: third.title })
  await visitor.press({ role: 'button', name: 'No thanks' })
  await visitor.see(thanks)
  expect((await chargesOf(product, email)).toSorted()).toEqual(['1990 eur', '5800 eur', '700 eur'])
})

test('a buyer who does not return from their bank is charged once and gets one receipt', async ({
  visitor,
  product,
}) => {
  const { create } = await openShop(product)
  const email = newBuyer()
  await visitor.open(`/payment/${await create('/forms', newForm({ currency: 'eur' }))}`)
  await fillBuyer(visitor, email)
  await visitor.press({ role: 'radio', name: 'iDEAL', within: payment })
  await visitor.press({ role: 'button', name: 'Pay €49.00 with iDEAL' })
  await visitor.press({ role: 'button', name: 'Authorize, and do not come back' })
  await expect.poll(() => countMails(product, email, /Your receipt/), { timeout: 60_000 }).toBe(1)
  expect(await chargesOf(product, email)).toEqual(['4900 eur'])
})

test('a debit stays with the bank until the bank reports its outcome', async ({ visitor, product }) => {
  const { create } = await openShop(product)
  const [paid, bounced] = [newBuyer(), newBuyer()]
  for (const [email, iban] of [
    [paid, 'DE08370400440532013003'],
    [bounced, 'DE78370400440532013004'],
  ] as const) {
    await visitor.open(`/payment/${await create('/forms', newForm({ currency: 'eur' }))}`)
    await fillBuyer(visitor, email)
    await visitor.press({ role: 'radio', name: 'SEPA Direct Debit', within: payment })
    await visitor.type({ role: 'textbox', name: 'IBAN', within: payment }, iban)
    await visitor.press({ role: 'button', name: 'Pay €49.00 with SEPA Direct Debit' })
    await visitor.see({ role: 'heading', name: 'Your payment is processing' })
    await expect.poll(() => countMails(product, email, /is with your bank/)).toBe(1)
    expect(await countMails(product, email, /Your receipt/)).toBe(0)
    await visitor.findsNoBarriers()
  }
  await moveClock(product, 200_000)
  await expect.poll(() => countMails(product, paid, /Your receipt/), { timeout: 60_000 }).toBe(1)
  await expect.poll(() => countMails(product, bounced, /did not go through/), { timeout: 60_000 }).toBe(1)
  expect(await countMails(product, bounced, /Your receipt/)).toBe(0)
  expect(await chargesOf(product, paid)).toEqual(['4900 eur'])
  expect(await chargesOf(product, bounced)).toEqual([])
})

test('a wallet pays for a subscription’s first cycle, and another card for its renewals', async ({
  visitor,
  product,
}) => {
  const plan = { billingPeriod: 'Monthly', billingInterval: 1, cancelAfter: 6 }
  const { create } = await openShop(product)
  const form = await create('/forms', newForm({ ...plan, priceType: 'RecurringPrice' }))
  const email = newBuyer()
  await visitor.open(`/payment/${form}`)
  await visitor.type({ role: 'textbox', name: 'Email' }, email)
  await visitor.press(wallet)
  await visitor.press({ role: 'button', name: 'Pay 49.00 USD', within: sheet })
  await visitor.see(thanks)
  await visitor.press({ role: 'link', name: 'View your purchase' })
  await visitor.press({ role: 'button', name: 'Change card' })
  await visitor.fillCard('5555555555554444')
  await visitor.press({ role: 'button', name: 'Use this card' })
  await visitor.see({ text: 'Your card has been changed.' })
  await visitor.findsNoBarriers()
  await moveClock(product, 32 * day)
  await expect.poll(() => chargesOf(product, email), { timeout: 60_000 }).toEqual(['4900 usd', '4900 usd'])
})
