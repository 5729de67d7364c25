// The flows of buyers and sellers that must also work in Firefox and WebKit.
import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { newPicture } from '../picture.ts'
import type { Product } from '../product.ts'
import { startSite } from '../seller-site.ts'
import { newForm, newProduct } from '../seller.ts'
import { chargesOf, newBuyer, openShop, send } from '../shop.ts'
import { startSlowSite } from './slow-site.ts'
import { expect, test } from './test.ts'
import type { Visitor } from './visitor.ts'

const authenticationText = 'Authenticate your payment'
const thanks = { role: 'heading', name: 'Thank you!' }
const pictures = z.object({ data: z.array(z.object({ image: z.string() })) })

async function signIn(visitor: Visitor, { demo }: Product): Promise<void> {
  await visitor.open('/login')
  await visitor.type({ role: 'textbox', name: 'Email' }, demo.email)
  await visitor.type({ label: /^Password/ }, demo.password)
  await visitor.press({ role: 'button', name: 'Sign in' })
  await visitor.isAt('/forms')
}

async function fillBuyer(visitor: Visitor, email: string, within: readonly string[] = []): Promise<void> {
  await visitor.type({ role: 'textbox', name: 'Email', within }, email)
  await visitor.type({ role: 'textbox', name: 'Name', within }, 'Bea Novak')
}

/** Completes bank authentication, which covers everything else. */
async function answerBank(visitor: Visitor, answer: 'Complete' | 'Fail', within: string[] = []) {
  await visitor.press({
    role: 'button',
    name: `${answer} authentication`,
    within: [...within, authenticationText],
  })
}

/** A form with a bump, followed by an offer and another bump. */
async function sellWithOffers(product: Product) {
  const { create, token } = await openShop(product)
  const { data } = pictures.parse(await send(product, ['GET', '/bumps?limit=0'], undefined, token))
  const image = data.at(-1)?.image ?? ''
  const [bump, first, second] = [
    newProduct({ image, amount: 5 }),
    newProduct({ image, amount: 19.9, acceptButtonText: 'Add it' }),
    newProduct({ image, amount: 9 }),
  ]
  const form = await create(
    '/forms',
    newForm({
      bumps: [await create('/bumps', bump)],
      oneTimeOffer: await create('/one-time-offers', first),
      otoSequenceList: [await create('/bumps', second)],
    }),
  )
  return { path: `/payment/${form}`, bump, first, second }
}

test('a seller signs in and stays signed in', async ({ visitor, product }) => {
  await signIn(visitor, product)
  const form = { role: 'heading', name: product.demo.forms[0]?.title ?? '' }
  await visitor.see(form)
  await visitor.open('/login')
  await visitor.isAt('/forms')
  await visitor.see(form)
})

test('a seller registers, pays for the plan by card and is onboarded', async ({ visitor }) => {
  await visitor.open('/register')
  await visitor.type({ role: 'textbox', name: 'Your name' }, 'Mira Stone')
  await visitor.type({ role: 'textbox', name: 'Email' }, newBuyer())
  await visitor.type({ label: /^Password/ }, 'a fine long password')
  await visitor.press({ role: 'radio', name: /Growth/ })
  await visitor.fillCard('4242424242424242')
  await visitor.press({ role: 'button', name: 'Create account and pay $49.00' })
  await visitor.press({ role: 'button', name: 'Complete onboarding' })
  await visitor.isAt(/onboarding=return/)
  await visitor.see({ role: 'link', name: 'Bumps' })
  await visitor.open('/bumps')
  await visitor.see({ role: 'link', name: 'Create bump' })
})

test('a seller adds a picture and a bump to a form, and its page shows them', async ({
  visitor,
  product,
}, testInfo) => {
  const { create, token } = await openShop(product)
  const bump = newProduct()
  await create('/bumps', bump)
  const picture = testInfo.outputPath('picture.png')
  await writeFile(picture, (await newPicture()).buffer)
  const { title } = newForm()

  await signIn(visitor, product)
  await visitor.press({ role: 'link', name: 'Create form' })
  await visitor.type({ role: 'textbox', name: 'Title' }, title)
  await visitor.type({ role: 'textbox', name: 'Description' }, 'Two days at the wheel')
  await visitor.attach({ label: /^Picture/ }, picture)
  await visitor.see({ role: 'button', name: 'Replace picture' })
  await visitor.type({ role: 'textbox', name: 'Amount' }, '80.50')
  const inside = { role: 'group', name: 'Order bumps' }
  await visitor.press({ role: 'button', name: 'Choose bumps', inside })
  await visitor.press({ role: 'checkbox', name: bump.title })
  await visitor.press({ role: 'button', name: 'Done' })
  await visitor.press({ role: 'button', name: 'Create form' })
  await visitor.see({ text: 'form created successfully' })
  await visitor.isAt('/forms')
  await visitor.see({ role: 'heading', name: title })

  const forms = z.object({ data: z.array(z.object({ id: z.string() })) })
  const { data } = forms.parse(await send(product, ['GET', '/forms'], undefined, token))
  await visitor.open(`/payment/${data[0]?.id ?? ''}`)
  await visitor.see({ role: 'heading', name: title })
  await visitor.see({ role: 'checkbox', name: new RegExp(bump.title) })
  await visitor.see({ role: 'button', name: /\$80\.50/ })
})

test('a buyer whose card is declined sees why and pays with another card', async ({ visitor, product }) => {
  const email = newBuyer()
  await visitor.open(product.demo.forms[0]?.path ?? '')
  await fillBuyer(visitor, email)
  await visitor.fillCard('4000000000009995')
  await visitor.press({ role: 'button', name: /\$49\.00/ })
  await visitor.see({ text: /insufficient funds/ })
  await visitor.see({ typed: email })
  expect(await chargesOf(product, email)).toEqual([])

  await visitor.fillCard('4242424242424242')
  await visitor.press({ role: 'button', name: /\$49\.00/ })
  await visitor.see(thanks)
  expect(await chargesOf(product, email)).toEqual(['4900 usd'])
})

test('a failed bank authentication charges nothing, and a completed one charges once', async ({
  visitor,
  product,
}) => {
  const email = newBuyer()
  await visitor.open(product.demo.forms[0]?.path ?? '')
  await fillBuyer(visitor, email)
  await visitor.fillCard('4000002760003184')
  await visitor.press({ role: 'button', name: /\$49\.00/ })
  await answerBank(visitor, 'Fail')
  await visitor.see({ text: /Your bank could not verify you/ })
  expect(await chargesOf(product, email)).toEqual([])

  await visitor.press({ role: 'button', name: /\$49\.00/ })
  await answerBank(visitor, 'Complete')
  await visitor.see(thanks)
  expect(await chargesOf(product, email)).toEqual(['4900 usd'])
})

test('a buyer pays for a bump with the form, accepts one offer after it and declines another', async ({
  visitor,
  product,
}) => {
  const { path, bump, first, second } = await sellWithOffers(product)
  const email = newBuyer()
  await visitor.open(path)
  await fillBuyer(visitor, email)
  await visitor.press({ role: 'checkbox', name: new RegExp(bump.title) })
  await visitor.fillCard('4242424242424242')
  await visitor.press({ role: 'button', name: /\$54\.00/ })

  await visitor.see({ role: 'dialog', name: first.title })
  await visitor.press({ role: 'button', name: /^Add it/ })
  await visitor.see({ role: 'dialog', name: second.title })
  await visitor.press({ role: 'button', name: 'No thanks' })
  await visitor.see(thanks)
  await visitor.seesNo({ role: 'dialog', name: second.title })
  expect((await chargesOf(product, email)).toSorted()).toEqual(['1990 usd', '5400 usd'])
})

test('an offer stays open after Escape until the buyer accepts or declines it', async ({
  visitor,
  product,
}) => {
  const { path, first, second } = await sellWithOffers(product)
  await visitor.open(path)
  await fillBuyer(visitor, newBuyer())
  await visitor.fillCard('4242424242424242')
  await visitor.press({ role: 'button', name: /\$49\.00/ })
  await visitor.see({ role: 'dialog', name: first.title })
  await visitor.pressEscape()
  await visitor.pressEscape()
  await visitor.press({ role: 'button', name: 'No thanks' })
  await visitor.see({ role: 'dialog', name: second.title })
})

test('a wallet charges the amount in its window, and buyers who pay by bank or debit return to the result', async ({
  visitor,
  product,
}) => {
  const { create } = await openShop(product)
  const within = ['payment input frame']
  const [dollars, euros] = [
    await create('/forms', newForm()),
    await create('/forms', newForm({ currency: 'eur' })),
  ]
  const [byWallet, byBank, byDebit] = [newBuyer(), newBuyer(), newBuyer()]

  await visitor.open(`/payment/${dollars}`)
  await fillBuyer(visitor, byWallet)
  await visitor.press({ role: 'button', name: 'Sandbox Pay', within: ['express checkout frame'] })
  await visitor.press({ role: 'button', name: 'Pay 49.00 USD', within: ['Pay with Sandbox Pay'] })
  await visitor.see(thanks)
  expect(await chargesOf(product, byWallet)).toEqual(['4900 usd'])

  await visitor.open(`/payment/${euros}`)
  await fillBuyer(visitor, byBank)
  await visitor.press({ role: 'radio', name: 'iDEAL', within })
  await visitor.press({ role: 'button', name: 'Pay €49.00 with iDEAL' })
  await visitor.press({ role: 'button', name: 'Fail payment' })
  await visitor.see({ text: /Your bank did not complete the payment/ })
  await visitor.see({ typed: byBank })
  await visitor.press({ role: 'radio', name: 'iDEAL', within })
  await visitor.press({ role: 'button', name: 'Pay €49.00 with iDEAL' })
  await visitor.press({ role: 'button', name: 'Authorize payment' })
  await visitor.see(thanks)
  expect(await chargesOf(product, byBank)).toEqual(['4900 eur'])

  await visitor.press({ role: 'button', name: 'Buy again' })
  await fillBuyer(visitor, byDebit)
  await visitor.press({ role: 'radio', name: 'SEPA Direct Debit', within })
  await visitor.type({ role: 'textbox', name: 'IBAN', within }, 'DE08370400440532013003')
  await visitor.press({ role: 'button', name: 'Pay €49.00 with SEPA Direct Debit' })
  await visitor.see({ role: 'heading', name: 'Your payment is processing' })
  expect(await chargesOf(product, byDebit)).toEqual([])
})

test('a buyer pays on another origin’s site and is redirected', async ({ visitor, product }) => {
  let form = ''
  const site = await startSite(
    () => `<div data-tillform="${form}"></div><script async src="${product.url}/embed.js"></script>`,
  )
  try {
    const { create, change } = await openShop(product)
    await change('/seller/shop', { embedHosts: [site.host] })
    const fields = { redirectUrl: `http://${site.host}/thanks` }
    form = await create('/forms', newForm(fields))
    const email = newBuyer()
    const within = ['Payment form']
    await visitor.open(`http://${site.host}/`)
    await fillBuyer(visitor, email, within)
    await visitor.fillCard('4000002760003184', within)
    await visitor.press({ role: 'button', name: /\$49\.00/, within })
    await answerBank(visitor, 'Complete', within)
    await visitor.see({ ...thanks, within })
    await visitor.isAt(`http://${site.host}/thanks`)
    await visitor.see({ role: 'heading', name: 'Welcome aboard' })
    expect(await chargesOf(product, email)).toEqual(['4900 usd'])
  } finally {
    await site.stop()
  }
})

test('a visitor who leaves a page while it loads is not sent back to it', async ({
  visitor,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/dynamically imported module/)
  const site = await startSlowSite(product.url)
  try {
    await visitor.open(`${site.url}/login`)
    await site.untilHolding()
    await visitor.open(`${site.url}/elsewhere`)
    await visitor.see({ role: 'heading', name: 'Somewhere else' })
    expect(site.visits).toEqual(['/login', '/elsewhere'])
  } finally {
    await site.stop()
  }
})
