// Offers after a payment appear one at a time, work by mouse and keyboard, and can be undone.
import type { Page } from '@playwright/test'
import { z } from 'zod'
import type { Product } from './product.ts'
import { create, newForm, newProduct, signIn } from './seller.ts'
import { expect, expectAccessible, fillCard, test } from './test.ts'

const bank = (page: Page) => page.frameLocator('iframe[title="Authenticate your payment"]')
const offer = (page: Page, title: string) => page.getByRole('dialog', { name: title })

const bumps = z.object({ data: z.array(z.object({ image: z.string() })) })

/** A picture that the demo's seller has uploaded. */
async function pictureOfDemo(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('sessionToken'))
  const response = await page.request.get('/api/bumps?limit=0', {
    headers: { authorization: `Bearer ${token}` },
  })
  return bumps.parse(await response.json()).data.at(-1)?.image ?? ''
}

/** Makes a form followed by an offer and two bumps. Returns its path and their titles. */
async function sellWithOffers(page: Page, product: Product, fields: object = {}) {
  await signIn(page, product)
  const image = await pictureOfDemo(page)
  const first = await create(page, '/one-time-offers', newProduct({ image, acceptButtonText: 'Add it' }))
  const [second, third] = [
    await create(page, '/bumps', newProduct({ image, amount: 9 })),
    await create(page, '/bumps', newProduct({ image, amount: 12 })),
  ]
  const form = await create(
    page,
    '/forms',
    newForm({
      oneTimeOffer: first.id,
      otoSequenceList: [second.id, third.id],
      redirectUrl: 'https://example.com/welcome',
      ...fields,
    }),
  )
  return { path: `/payment/${form.id}`, titles: [first.title, second.title, third.title] as const }
}

async function fillBuyer(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('textbox', { name: 'Email' }).fill(`offers-${process.pid}-${Date.now()}@example.com`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Bea Novak')
}

test('@desktop C6: a buyer accepts and declines one-time offers in a pop-up, three times', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 402/)
  const { path, titles } = await sellWithOffers(page, product)
  const [first, second, third] = titles
  await fillBuyer(page, path)
  await fillCard(page, '4000002760003184')
  await page.getByRole('button', { name: /\$49\.00/ }).click()
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click()

  await expect(offer(page, first)).toBeVisible()
  await expect(offer(page, first).getByText('Best Deal')).toBeVisible()
  await expect(offer(page, first).getByText('One Time Offer')).toBeVisible()
  await expect(offer(page, first).getByText('1 of 3')).toBeVisible()
  await expect(page.getByRole('heading', { name: first })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(offer(page, first)).toBeVisible()
  // Without `closedby`, a browser asks through `cancel` whether Escape can close the dialog, and in the end closes it
  // anyway.
  await offer(page, first).evaluate((dialog) => dialog.removeAttribute('closedby'))
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape')
  await expect(offer(page, first)).toBeVisible()
  await offer(page, first).evaluate((dialog: HTMLDialogElement) => dialog.close())
  await expect(offer(page, first)).toBeVisible()
  await expect(page.getByRole('heading', { name: first })).toBeFocused()
  await offer(page, first).getByRole('button', { name: 'Add it $19.90' }).click()
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click()

  await expect(offer(page, second)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Yes , please $9.00' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'No thanks' })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(offer(page, third)).toBeVisible()
  await page.reload()
  await expect(offer(page, third).getByText('3 of 3')).toBeVisible()
  await page.getByRole('button', { name: 'Yes , please $12.00' }).click()
  await bank(page).getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page.getByText('Your bank could not verify you.')).toBeVisible()
  await page.getByRole('button', { name: 'Use another card' }).click()
  await fillCard(page, '4000000000009995')
  await page.getByRole('button', { name: 'Yes , please $12.00' }).click()
  await expect(page.getByText('Your card has insufficient funds.')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(offer(page, third)).toBeVisible()
  await page.getByRole('button', { name: 'Yes , please $12.00' }).click()
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click()

  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeFocused()
  // This message appears only once, and the page has been reloaded since.
  await expect(page.getByText('Form paid successfully')).toHaveCount(0)
  const added = page.getByRole('region', { name: 'Added to your purchase' })
  await expect(added.getByRole('listitem')).toHaveCount(2)
  await added.getByRole('button', { name: `Undo ${first}` }).click()
  await expect(added.getByText('Undone. You will be refunded to your card')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'View your purchase' }).click()
  await page.getByRole('button', { name: `Undo ${third}` }).click()
  await expect(added.getByText('Undone. You will be refunded to your card')).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
})

test('@phone @react a buyer of a free form enters a card for the first offer and is redirected after the last', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 402/)
  const { path, titles } = await sellWithOffers(page, product, { amount: 0 })
  const [first, second, third] = titles
  await fillBuyer(page, path)
  await page.getByRole('button', { name: 'Get it for free' }).click()
  await expect(offer(page, first)).toBeVisible()
  await expect(offer(page, first).locator('iframe[title*="card payment"]')).toBeVisible()
  await expect(offer(page, first).locator('.card-skeleton')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add it $19.90' }).click()
  await expect(page.getByText('Your card details are incomplete.')).toBeVisible()
  await fillCard(page, '4242424242424242')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add it $19.90' }).click()

  await expect(offer(page, second)).toBeVisible()
  const no = page.getByRole('button', { name: 'No thanks' })
  await no.click()
  const { x, y } = (await no.boundingBox()) ?? { x: 0, y: 0 }
  await expect(offer(page, third)).toBeVisible()
  // This is a double click's second click, at the place of the previous offer's button.
  await page.mouse.click(x + 20, y + 10)
  await expect(page.getByText('Taking you to')).toHaveCount(0)
  await page.getByRole('button', { name: 'No thanks' }).click()
  await expect(page.getByText('Taking you to')).toBeVisible()
})
