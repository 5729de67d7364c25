// A payment in progress as the buyer sees it, from entering the card to the thank-you message.
import type { Page } from '@playwright/test'
import type { Product } from './product.ts'
import type { ShownPage } from './shown-page.ts'
import { fillBuyer, newBuyer } from './shop.ts'
import { cardFrame, fillCard } from './test.ts'

/** Uses the demo form that shows offers after the payment. */
export function payingPages({ demo }: Product): ShownPage[] {
  const pathOf = (title: string) => demo.forms.find((form) => form.title.includes(title))?.path ?? ''
  const path = pathOf('Night photography')
  return [
    {
      name: 'paying-declined',
      path,
      open: async (page) => {
        await pay(page, '4000000000009995')
        await page.getByText('insufficient funds').first().waitFor()
      },
    },
    {
      name: 'paying-card-mistyped',
      path,
      open: async (page) => {
        await fillBuyer(page, 'nobody')
        await fillCard(page, '4242424242424241')
        await press(page)
        await page.locator('[aria-invalid=true]').first().waitFor()
      },
    },
    {
      name: 'paying-asked-by-bank',
      path,
      open: async (page) => {
        await pay(page, '4000002760003184')
        await page.locator('iframe[title="Authenticate your payment"]').waitFor()
      },
      isDialog: true,
    },
    { name: 'paying-offer', path, open: reachOffer, isDialog: true },
    {
      name: 'paying-thanks',
      path,
      open: async (page) => {
        await reachOffer(page)
        const accept = page.getByRole('dialog').getByRole('button').first()
        await accept.click()
        await answerRest(page)
        await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
      },
    },
    {
      name: 'paying-recurring-thanks',
      path: pathOf('Letters'),
      open: async (page) => {
        await pay(page, '4242424242424242')
        await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
      },
    },
    {
      name: 'paying-focus',
      path: pathOf('Watercolor'),
      open: async (page) => {
        await page.getByRole('checkbox').first().check()
        await cardFrame(page).getByRole('textbox', { name: 'Card number' }).focus()
      },
    },
  ]
}

async function press(page: Page): Promise<void> {
  await page.locator('form button[type=submit]').last().click()
}

async function pay(page: Page, number: string): Promise<void> {
  await fillBuyer(page, newBuyer())
  await fillCard(page, number)
  await press(page)
}

async function reachOffer(page: Page): Promise<void> {
  await pay(page, '4242424242424242')
  await page.getByRole('dialog').waitFor()
}

async function answerRest(page: Page): Promise<void> {
  const thanks = page.getByRole('heading', { name: 'Thank you!' })
  const decline = page.getByRole('dialog').getByRole('button', { name: /No/ })
  while (!(await thanks.isVisible())) {
    await decline.or(thanks).first().waitFor()
    if (await decline.isVisible()) await decline.click()
  }
}
