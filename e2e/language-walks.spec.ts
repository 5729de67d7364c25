// Buyers who read other languages find no English in their pages, emails and invoices, from the payment page to the
// withdrawal. The pseudo-language reveals every text that is not a translatable message.
import type { Page } from '@playwright/test'
import {
  fillBuyer,
  languages,
  openOwnShop,
  own,
  pathIn,
  payWith,
  purchaseLink,
  Reader,
  submit,
  usualErrors,
} from './foreign-reader.ts'
import { watchTexts } from './page-texts.ts'
import { expect, test } from './test.ts'

test.use({ spoilsProduct: true })

const atBank = (page: Page, answer: 'Complete' | 'Fail') =>
  page
    .frameLocator('iframe[title="Authenticate your payment"]')
    .getByRole('button', { name: `${answer} authentication` })
    .click()

for (const language of languages) {
  test(`a buyer who reads ${language} buys, withdraws and comes back without any English @desktop`, async ({
    page,
    context,
    product,
    expectedErrors,
  }) => {
    expectedErrors.push(...usualErrors)
    const { create, form, thing } = await openOwnShop(product)
    const words = { acceptButtonText: own.accept, declineButtonText: own.decline }
    const offer = { ...thing, ...words, title: own.offer }
    const path = await create('/forms', {
      ...form,
      priceLabel: own.label,
      prices: [{ label: own.offer, amount: 20, state: 'listed' }],
      oneTimeOffer: await create('/one-time-offers', offer),
      otoSequenceList: [await create('/bumps', { ...thing, title: own.offer })],
    })
    const reader = new Reader(language, product)
    await watchTexts(context, reader.keep)

    await reader.open(page, `/payment/${path}`)
    await submit(page).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    await page.locator('input[type=radio][name=price]').last().check()
    await reader.read(page)
    await page.locator('input[type=radio][name=price]').first().check()
    await page.locator('input[type=checkbox]:not([name=consent])').first().check()
    await fillBuyer(page, reader.email)
    for (const consent of await page.locator('input[name=consent]').all()) await consent.check()
    expect((await payWith(page, '4000000000009995')).status()).toBe(402)
    await expect(submit(page)).toBeEnabled()
    await reader.read(page)
    await payWith(page, '4000002760003184')
    await atBank(page, 'Fail')
    await expect(page.locator('iframe[title="Authenticate your payment"]')).toHaveCount(0)
    await expect(submit(page)).toBeEnabled()
    await reader.read(page)
    await payWith(page, '4000002760003184')
    await atBank(page, 'Complete')

    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: own.accept }).click()
    await reader.read(page)
    await atBank(page, 'Complete')
    await expect(dialog.getByRole('button', { name: own.accept })).toHaveCount(0)
    await reader.read(page)
    await dialog.getByRole('button').last().click()
    await purchaseLink(page).waitFor()
    await reader.read(page)
    const thanks = await pathIn(page, '/purchases/')
    await reader.readMails(context)

    await reader.openOwn(page, thanks)
    const purchase = page.url()
    const details = page.locator('form:has(#details-country)')
    await page.locator('details:has(#details-country) summary').click()
    await details.locator('input[name=taxNumber]').fill('<')
    await details.locator('button').click()
    await page.getByRole('alert').first().waitFor()
    await reader.read(page)
    await details.locator('input[name=taxNumber]').fill('CZ12345678')
    await details.locator('input[name=name]').fill(own.company)
    await details.locator('input[name=city]').fill(own.city)
    await details.locator('button').click()
    await page.getByRole('status').first().waitFor()
    await reader.read(page)
    await reader.readPdf(page, await pathIn(page, '/invoice.pdf'))
    const portal = await pathIn(page, '/my/')
    await page.goto(await pathIn(page, '/withdraw'))
    await reader.read(page)
    await submit(page).click()
    await page.waitForURL('**/withdraw/received/**')
    await reader.read(page)
    await reader.readMails(context)
    await reader.openOwn(page, purchase)
    await expect(async () => {
      await page.reload()
      expect(await page.locator('a[href*="/withdraw?"]').count()).toBe(0)
    }).toPass()
    await reader.read(page)
    await reader.readPdf(page, await pathIn(page, '/invoice.pdf'))

    for (const about of ['/withdraw', '/cancel-contract']) {
      await reader.open(page, about)
      await page.locator('textarea').first().fill('')
      await submit(page).click()
      await page.locator('[aria-invalid=true]').first().waitFor()
      await reader.read(page)
      await fillBuyer(page, reader.email)
      await page.locator('textarea[name=reference]').fill(own.ground)
      await submit(page).click()
      await page.locator('button[value=confirm]').waitFor()
      await reader.read(page)
      await page.locator('button[value=confirm]').click()
      await page.waitForURL('**/withdraw/received/**')
      await reader.read(page)
      await reader.readMails(context)
    }

    await reader.open(page, portal)
    await submit(page).click()
    await page.locator('[aria-invalid=true]').waitFor()
    await reader.read(page)
    await page.locator('#email').fill(reader.email)
    await submit(page).click()
    await page.getByRole('status').waitFor()
    await reader.read(page)
    const [link = ''] = /http\S+\/open\?key=\S+/.exec(await reader.readMails(context)) ?? []
    await page.goto(link)
    await reader.read(page)
    await submit(page).click()
    await page.locator('a[href*="/purchases/"]').first().waitFor()
    await reader.read(page)
    reader.expectNothingEnglish()
  })
}
