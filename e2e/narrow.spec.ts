// The narrowest phones with the longest words that sellers and buyers type.
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { newForm, newProduct } from './seller.ts'
import { newBuyer, openShop, send } from './shop.ts'
import { expect, fillCard, test } from './test.ts'

const face = z.object({
  name: z.string(),
  contactEmail: z.string().nullable(),
  website: z.string().nullable(),
})
const long = 'Rechtsschutzversicherungsgesellschaftsverzeichnis'
const monthly = { priceType: 'RecurringPrice', billingPeriod: 'Monthly', cancelAfter: 3 }

async function expectNarrow(page: Page, what: string): Promise<void> {
  const wide = await page.evaluate(() =>
    document.documentElement.scrollWidth <= 320
      ? []
      : [...document.querySelectorAll('main *')]
          .filter((one) => one.getBoundingClientRect().right > 320)
          .map((one) => one.outerHTML.slice(0, 120)),
  )
  expect.soft(wide, `${what} is as wide as the window`).toEqual([])
}

test('no word that a seller or buyer types makes a page too wide at 320 pixels @desktop', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const { create, change, token } = await openShop(product)
  const usual = face.parse(await send(product, ['GET', '/seller/shop'], undefined, token))
  const shop = {
    name: `${long}.photography@posteo.example`,
    contactEmail: `${long.slice(0, 40)}@example.com`,
  }
  await change('/seller/shop', { ...shop, website: `https://${long.toLowerCase()}.example/` })
  const taxId = await create('/taxes', { title: long, percentage: 8.1, inclusive: false })
  const bumps = [await create('/bumps', newProduct({ title: long, description: long, amount: 1234.56 }))]
  const offer = await create(
    '/one-time-offers',
    newProduct({ title: long, description: long, amount: 1234.56 }),
  )
  const texts = { title: long, description: long, buttonText: long, successMessage: long }
  const further = { label: long, amount: 1234.56, ...monthly }
  const fields = { ...texts, taxId, bumps, amount: 1234.56, termsUrl: `https://example.com/${long}` }
  const forms = {
    once: {
      oneTimeOffer: offer,
      timers: [{ title: long, timestamp: Date.now() + 3_600_000, amount: 1334.56 }],
    },
    monthly,
    trial: { ...monthly, trialDays: 14, setupAmount: 30, setupLabel: long },
    choice: {
      priceLabel: `${long}x`,
      prices: [further],
      quantityMin: 2,
      quantityMax: 20,
      quantityLabel: long,
    },
  }
  const code = `BLACKFRIDAY2026SPECIAL${Date.now()}`
  await create('/coupons', { title: 'Half', code, kind: 'percent', percentage: 50 })
  for (const [name, more] of Object.entries(forms)) {
    const form = await create('/forms', newForm({ ...fields, ...more }))
    await page.goto(`/payment/${form}?coupon=${code}`)
    await expect(page.getByText(`${code} applied`).first()).toBeVisible()
    await page.getByRole('checkbox', { name: long }).first().check()
    await expectNarrow(page, `a form that is paid ${name}`)
    if (name === 'choice') await page.getByRole('radio').last().check()
    await expectNarrow(page, `a form that is paid ${name}, at its last price`)
    if (name !== 'once') continue
    await page.getByRole('textbox', { name: 'Email' }).fill(`${long.toLowerCase()}-${newBuyer()}`)
    await page.getByRole('textbox', { name: 'Name' }).fill(long)
    await fillCard(page, '4242424242424242')
    await page.locator('button[type=submit]').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNarrow(page, 'an offer')
    await page.getByRole('dialog').getByRole('button').first().click()
    await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
    await expectNarrow(page, 'the thanks')
    await page.getByRole('link', { name: 'View your purchase' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNarrow(page, 'the purchase')
  }
  await change('/seller/shop', usual)
})
