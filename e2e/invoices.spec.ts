// The seller's and the buyer's invoice details, from the pages where they are entered to the invoice.
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { create, newForm, signIn } from './seller.ts'
import { fillBuyer, newBuyer, send, tokenOf } from './shop.ts'
import { expect, expectAccessible, fillCard, test } from './test.ts'

/** Returns the number of pages of a PDF and the text of the first one. */
async function readSheets(bytes: Buffer): Promise<{ sheets: number; text: string }> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise
  const sheets = pdf.numPages
  const { items } = await (await pdf.getPage(1)).getTextContent()
  await pdf.loadingTask.destroy()
  return { sheets, text: items.map((item) => ('str' in item ? item.str : '')).join(' ') }
}

test('an invoice shows the details that the seller and the buyer entered @desktop', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  await page.goto('/settings/legal')
  const details = page.getByRole('form', { name: 'Legal' })
  await details.getByLabel('Legal or business name').fill('Ateliér Vodovka s.r.o.')
  await details.getByLabel('City').fill('Praha 1')
  await details.getByLabel('Country').selectOption('Czechia')
  await details.getByLabel('Tax number').fill('CZ<12345678>')
  await details.getByRole('button', { name: 'Save legal details' }).click()
  await expect(details.getByLabel('Tax number')).toBeFocused()
  await expect(details.getByText('Use letters, digits, spaces')).toBeVisible()
  await details.getByLabel('Tax number').fill('CZ12345678')
  await details.getByRole('button', { name: 'Save legal details' }).click()
  await expect(page.getByText('Legal details saved')).toBeVisible()

  const form = await create(page, '/forms', newForm())
  await page.goto(`/payment/${form.id}`)
  await fillBuyer(page, newBuyer())
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('link', { name: 'View your purchase' }).click()
  // The page shows the shop's name, because the legal name is only for the invoice.
  await expect(page.getByText('Sold by Juniper Studio, Praha 1, Czechia')).toBeVisible()
  const section = page.getByRole('region', { name: 'Invoice details' })
  await section.getByText('Add a company, address or tax number').click()
  await section.getByLabel('Company or name').fill('Acme Ltd')
  await section.getByLabel('Country').selectOption('Austria')
  await expectAccessible(page)
  await section.getByRole('button', { name: 'Save invoice details' }).click()
  await expect(section.getByRole('status')).toHaveText('Saved. Your invoice has been updated.')
  const link = page.getByRole('link', { name: 'Download invoice (PDF)' })
  const path = (await link.getAttribute('href')) ?? ''
  const invoice = await readSheets(await (await page.request.get(path)).body())

  for (const shown of ['Ateliér Vodovka s.r.o.', 'Tax number CZ12345678', 'Acme Ltd', 'Austria']) {
    expect(invoice.text).toContain(shown)
  }
  const printed = await readSheets(await page.pdf({ format: 'A4', margin: { top: '1cm', bottom: '1cm' } }))
  expect(printed).toMatchObject({ sheets: 1, text: expect.stringContaining('Acme Ltd') })
  // Removes the shop's country, because it would make the page ask the next test's buyers for consent.
  const token = await tokenOf(product, product.demo)
  await send(product, ['PATCH', '/seller/invoice-details'], { country: null }, token)
})
