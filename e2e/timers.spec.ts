// Timers that expire while a payment page is open, and the confirmation before a second purchase.
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { agree } from './agree.ts'
import type { Product } from './product.ts'
import { newForm, signIn } from './seller.ts'
import { chargesOf, fillBuyer, newBuyer, openShop, send } from './shop.ts'
import { expect, expectAccessible, fillCard, test } from './test.ts'

const stored = z.object({ timers: z.array(z.looseObject({})) })
const waitlist = 'https://waitlist.example.com/join'

/** Makes a $49 form whose timer expires after this many seconds. Returns the path of its payment page. */
async function createForm(product: Product, seconds: number, timer: object): Promise<string> {
  const body = {
    title: 'Gouache in the garden',
    description: 'Four afternoons of light and leaves',
    video: 'https://youtu.be/dQw4w9WgXcQ',
    amount: 49,
    currency: 'usd',
    timers: [{ title: 'Early bird', timestamp: Date.now() + seconds * 1000, ...timer }],
  }
  const { create } = await openShop(product)
  return `/payment/${await create('/forms', body)}`
}

const payButton = (page: Page, price: string) =>
  page.getByRole('button', { name: new RegExp(`Pay \\${price}`) })

/** Serves the website that timers redirect to. */
async function serveWaitlist(page: Page): Promise<void> {
  await page
    .context()
    .route('https://waitlist.example.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Waitlist</title><h1>Join the waitlist</h1>' }),
    )
}

test('a price that rises while the page is open is updated without a reload @desktop', async ({
  page,
  product,
}) => {
  await page.goto(await createForm(product, 10, { amount: 59 }))
  await expect(page.getByText('Early bird')).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^00:00:\d\d$/)
  await expect(payButton(page, '$49.00')).toBeVisible()
  await page.evaluate(() => document.body.setAttribute('data-same-page', 'yes'))

  await expect(payButton(page, '$59.00')).toBeVisible()
  await expect(page.getByText('The price is now $59.00.').first()).toBeVisible()
  await expect(page.getByRole('article').getByText('$59.00')).toBeVisible()
  await expect(page.locator('body')).toHaveAttribute('data-same-page', 'yes')
  await expectAccessible(page)
  const email = newBuyer()
  await fillBuyer(page, email)
  await fillCard(page, '4242424242424242')
  await agree(payButton(page, '$59.00'), page.getByText('Form paid successfully'))
  expect(await chargesOf(product, email)).toEqual(['5900 usd'])
})

test('a timer for one price changes only that price, even if a buyer has selected another @desktop', async ({
  page,
  product,
}) => {
  const prices = [{ label: 'For a team', amount: 99 }]
  const { create, change, token } = await openShop(product)
  const id = await create('/forms', newForm({ priceLabel: 'For one', prices }))
  await signIn(page, product)
  await page.goto(`/forms/details/${id}`)
  await page.getByRole('button', { name: 'Add timer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Timer' })
  await dialog.getByLabel('Title').fill('Team week')
  await dialog.getByLabel('Ends at').fill('2038-01-01T12:00')
  await expect(dialog.getByLabel('Redirect URL')).toBeVisible()
  await dialog.getByLabel('For', { exact: true }).selectOption('For a team')
  await expect(dialog.getByLabel('Redirect URL')).toBeHidden()
  await dialog.getByLabel('New price').fill('129')
  await dialog.getByRole('button', { name: 'Add timer' }).click()
  await expect(page.getByText('Only for “For a team”')).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/payment/${id}`)
  const team = page.getByRole('radio', { name: /For a team/ })
  await expect(page.getByText('Then $129.00')).toBeVisible()
  await expect(team).toHaveAccessibleName('For a team $99.00')
  await expect(team).toHaveAccessibleDescription('Then $129.00')
  await expect(page.getByRole('timer')).toHaveText(/^\d+ days? left$/)
  await expectAccessible(page)
  const { timers } = stored.parse(await send(product, ['GET', `/forms/${id}`], undefined, token))
  const soon = timers.map((timer) => ({ ...timer, timestamp: Date.now() + 10_000 }))
  await change(`/forms/${id}`, { timers: soon, isDetailUpdate: true })
  await page.reload()
  await expect(page.getByRole('timer')).toHaveText(/^00:00:\d\d$/)
  await page.evaluate(() => document.body.setAttribute('data-same-page', 'yes'))
  await expect(payButton(page, '$49.00')).toBeVisible()

  // A buyer who starts to pay before the new price appears pays the old one.
  await expect(team).toHaveAccessibleName('For a team $129.00')
  await expect(page.getByRole('timer')).toBeHidden()
  await expect(payButton(page, '$49.00')).toBeVisible()
  await expect(page.locator('body')).toHaveAttribute('data-same-page', 'yes')
  await team.check()
  const email = newBuyer()
  await fillBuyer(page, email)
  await fillCard(page, '4242424242424242')
  await payButton(page, '$129.00').click()
  await expect(page.getByText('Form paid successfully')).toBeVisible()
  expect(await chargesOf(product, email)).toEqual(['12900 usd'])
})

// Proves screen-readers.
test('a buyer who has begun to pay keeps their input and pays the price they were shown @desktop', async ({
  page,
  product,
}) => {
  const email = newBuyer()
  await page.goto(await createForm(product, 12, { amount: 59 }))
  await fillBuyer(page, email)

  await expect(
    page.getByText(/^This price is held for you until \d\d:\d\d\. After that, the price is \$59\.00\.$/),
  ).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await fillCard(page, '4242424242424242')
  await payButton(page, '$49.00').click()
  await expect(page.getByText('Form paid successfully')).toBeVisible()
  expect(await chargesOf(product, email)).toEqual(['4900 usd'])
})

// Proves safe-urls.
test('a timer with a redirect shows the website’s name and then takes visitors there @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 410/)
  await serveWaitlist(page)
  const path = await createForm(product, 8, { redirectUrl: waitlist })
  await page.goto(path)
  await expect(payButton(page, '$49.00')).toBeVisible()

  await expect(page.getByRole('heading', { name: 'This sale has ended' })).toBeVisible()
  await expect(page.getByText('waitlist.example.com')).toBeVisible()
  await expectAccessible(page)
  await expect(page).toHaveURL(waitlist)

  const late = await page.goto(path)
  expect(late?.status()).toBe(410)
  await expect(page.getByRole('heading', { name: 'This sale has ended' })).toBeVisible()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go now' }).click()
  await expect(page).toHaveURL(waitlist)
})

test('a buyer who has begun to pay can finish after the offer has ended @desktop', async ({
  page,
  product,
}) => {
  const email = newBuyer()
  await page.goto(await createForm(product, 12, { redirectUrl: waitlist }))
  await fillBuyer(page, email)

  await expect(page.getByText(/^This price is held for you until \d\d:\d\d\./)).toBeVisible()
  await fillCard(page, '4242424242424242')
  await payButton(page, '$49.00').click()
  await expect(page.getByText('Form paid successfully')).toBeVisible()
  expect(await chargesOf(product, email)).toEqual(['4900 usd'])
})

test('a buyer is asked before a second purchase and charged only after confirming it @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  const email = newBuyer()
  await page
    .context()
    .route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Player</title>' }),
    )
  await page.goto(await createForm(product, 3600, { amount: 59 }))
  await expect(payButton(page, '$49.00')).toBeEnabled()
  await page.getByRole('button', { name: 'Play video' }).click()
  await expect(page.getByTitle('Gouache in the garden')).toBeVisible()
  const payAgain = async () => {
    await fillBuyer(page, email)
    await fillCard(page, '4242424242424242')
    await payButton(page, '$49.00').click()
  }
  await payAgain()
  await page.getByRole('button', { name: 'Buy again' }).click()
  await payAgain()

  await expect(page.getByText('Buy it again?')).toBeVisible()
  await expectAccessible(page)
  expect(await chargesOf(product, email)).toEqual(['4900 usd'])
  await page.getByRole('button', { name: 'No, do not buy again' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await payButton(page, '$49.00').click()
  const yes = page.getByRole('button', { name: 'Yes, buy it again: $49.00' })
  await agree(yes, page.getByText('Form paid successfully'))
  expect(await chargesOf(product, email)).toEqual(['4900 usd', '4900 usd'])
})

test('a seller keeps editing the same timer while others are added and deleted @desktop', async ({
  page,
  product,
}) => {
  const timer = (title: string, day: number) => ({ title, timestamp: Date.UTC(2038, 0, day), amount: 59 })
  const [first, second] = [timer('First', 2), timer('Second', 3)]
  const { create, change, token } = await openShop(product)
  const id = await create('/forms', newForm({ timers: [first, second] }))
  await signIn(page, product)
  await page.clock.install()
  await page.goto(`/forms/details/${id}`)
  await page.getByRole('button', { name: 'Edit Second' }).click()
  await change(`/forms/${id}`, { isDetailUpdate: true, timers: [timer('Theirs', 1), first, second] })
  const readAnew = page.waitForResponse((response) => response.url().endsWith(`/api/forms/${id}`))
  // When sellers return to a tab, they see the latest state.
  await page.clock.fastForward('01:00')
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await readAnew
  const dialog = page.getByRole('dialog', { name: 'Edit timer' })
  await dialog.getByLabel('Title').fill('Second thoughts')
  await dialog.getByRole('button', { name: 'Save timer' }).click()

  await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(3)
  const { timers } = stored.parse(await send(product, ['GET', `/forms/${id}`], undefined, token))
  expect(timers.map(({ title }) => title)).toEqual(['Theirs', 'First', 'Second thoughts'])
})
