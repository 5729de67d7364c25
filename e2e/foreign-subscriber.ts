// Subscriptions of buyers who read other languages.
import type { Page } from '@playwright/test'
import { readCatalog } from '#foundation/language/catalog.ts'
import { fillBuyer, pathIn, payWith, purchaseLink, type Reader } from './foreign-reader.ts'
import { expect } from './test.ts'

/** The texts of a page in a language. */
export const said = (message: string, { language }: Reader) => readCatalog(language).get(message) ?? message

/** Matches the message whatever its values are. */
export const saying = (message: string, reader: Reader) =>
  new RegExp(said(message, reader).replaceAll(/\{\w+\}/g, '.+'))

export const actionsOf = (page: Page) => page.locator('#subscription-actions')

/** Buys the form, reads the email, opens the purchase and returns its path. */
export async function subscribe(page: Page, reader: Reader, path: string): Promise<string> {
  await reader.open(page, `/payment/${path}`)
  await fillBuyer(page, reader.email)
  for (const consent of await page.locator('input[name=consent]').all()) await consent.check()
  await payWith(page, '4242424242424242')
  await purchaseLink(page).waitFor()
  await reader.read(page)
  await reader.readMails(page.context())
  const purchase = await pathIn(page, '/purchases/')
  await reader.openOwn(page, purchase)
  return purchase
}

/** Clicks the action with this message, which appears once Stripe's dates have arrived, and reads the result. */
export async function press(page: Page, reader: Reader, message: string): Promise<void> {
  const name = saying(message, reader)
  await expect(async () => {
    await page.reload()
    await actionsOf(page).getByRole('button', { name }).click({ timeout: 5_000 })
  }).toPass()
  await reader.read(page)
}
