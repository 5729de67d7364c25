// One button offers every way to share a form with buyers.
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { chooseAction, create, listSites, newForm, signIn } from './seller.ts'
import { expect, expectAccessible, test } from './test.ts'

test('@desktop a link that cannot be copied is shown and selected instead', async ({ page, product }) => {
  await signIn(page, product)
  const form = await create(page, '/forms', newForm())
  await page.goto(`/forms?q=${form.title}`)
  await page.evaluate(() => {
    navigator.clipboard.write = () => {
      document.body.dataset['copying'] = String(navigator.userActivation.isActive)
      return Promise.reject(new Error('not allowed'))
    }
  })
  await page.route('**/short', async (route) => {
    // By then, the browser has already begun to copy.
    await expect(page.locator('body')).toHaveAttribute('data-copying', 'true')
    await route.continue()
  })
  await chooseAction(page, 'Copy short link')
  await expect(page.getByText('Failed to copy short link to clipboard!')).toBeVisible()
  await expect(page.getByText(`${product.url}/s/`)).toBeVisible()
})

test('@desktop a seller copies links, a QR code and an embed code from the share dialog', async ({
  page,
  product,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, product)
  await listSites(page, [])
  const form = await create(page, '/forms', newForm())
  await page.goto(`/forms?q=${form.title}`)
  await chooseAction(page, 'Share')
  const dialog = page.getByRole('dialog', { name: 'Share' })
  const copied = () => page.evaluate(() => navigator.clipboard.readText())

  await dialog.getByRole('button', { name: 'Copy payment link' }).click()
  await expect(page.getByText('Link Copied to your clipboard!')).toBeVisible()
  expect(await copied()).toBe(`${product.url}/payment/${form.id}`)
  await dialog.getByRole('button', { name: 'Copy short link' }).click()
  await expect(page.getByText('Short link copied to your clipboard!')).toBeVisible()
  const shortLink = await copied()
  await dialog.getByLabel('Source').fill('newsletter')
  await dialog.getByLabel('Campaign').fill('spring sale')
  const tags = '?utm_source=newsletter&utm_campaign=spring+sale'
  await dialog.getByRole('button', { name: 'Copy payment link' }).click()
  await expect.poll(copied).toBe(`${product.url}/payment/${form.id}${tags}`)
  await dialog.getByRole('button', { name: 'Copy short link' }).click()
  await expect.poll(copied).toBe(shortLink + tags)
  await expectAccessible(page)

  await dialog.getByRole('tab', { name: 'QR code' }).click()
  await expect(
    dialog.getByRole('img', { name: `QR code of ${product.url}/payment/${form.id}${tags}` }),
  ).toBeVisible()
  await dialog.getByRole('radio', { name: 'Short link' }).check()
  await expect(dialog.getByRole('img', { name: `QR code of ${shortLink}${tags}` })).toBeVisible()
  await expectAccessible(page)
  for (const [kind, format] of [
    ['SVG', 'svg'],
    ['PNG', 'png'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: kind }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`qr-code.${format}`)
    const picture = await sharp(await readFile(await download.path())).metadata()
    expect([picture.format, picture.width === picture.height]).toEqual([format, true])
  }

  await dialog.getByRole('tab', { name: 'Embed' }).click()
  await dialog.getByRole('button', { name: 'Copy embed code' }).click()
  await expect(page.getByText('Embed code copied to your clipboard!')).toBeVisible()
  expect(await copied()).toContain(`<div data-tillform="${form.id}">`)
  await dialog.getByRole('radio', { name: 'Pop-up' }).check()
  await expect(dialog.getByText(`data-tillform-popup="${form.id}"`)).toBeVisible()
  await expectAccessible(page)

  await dialog.getByLabel('Your site').fill('not_a_host')
  await dialog.getByRole('button', { name: 'Allow' }).click()
  await expect(dialog.getByText('"not_a_host" is not a valid domain.')).toBeVisible()
  await dialog.getByLabel('Your site').fill('https://blog.example.net/about')
  await dialog.getByRole('button', { name: 'Allow' }).click()
  await expect(dialog.getByText('Allowed sites: blog.example.net.')).toBeVisible()
  await dialog.getByRole('link', { name: 'Change the sites' }).click()
  await expect(page.getByRole('heading', { name: 'Your own sites' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Your own sites' })).toBeInViewport()
  const hosts = page.getByRole('textbox', { name: 'Allowed sites' })
  await hosts.fill('https://Shop.example.com/courses\n*.example.org\nnot_a_host')
  await page.getByRole('button', { name: 'Save sites' }).click()
  await expect(hosts).toHaveValue('shop.example.com\n*.example.org\nnot_a_host')
  await expect(
    page.getByText('"not_a_host" is not a valid domain. Use one like shop.example.com'),
  ).toBeVisible()
  await hosts.fill('https://Shop.example.com/courses')
  await page.getByRole('button', { name: 'Save sites' }).click()
  await expect(page.getByText('Sites saved')).toBeVisible()
  await expect(hosts).toHaveValue('shop.example.com')
  await page.goto(`/forms/${form.id}`)
  await page.getByRole('button', { name: 'Embed' }).click()
  await expect(dialog.getByRole('tab', { name: 'Embed' })).toHaveAttribute('aria-selected', 'true')
})

test('@desktop a seller copies a code’s link to one of the coupon’s forms', async ({
  page,
  product,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, product)
  const forms = [await create(page, '/forms', newForm()), await create(page, '/forms', newForm())] as const
  const code = `FIFTH-${process.pid}`
  const formIds = forms.map(({ id }) => id)
  const terms = { title: code, code, kind: 'percent', percentage: 20, formIds, maxRedemptions: 50 }
  const coupon = await create(page, '/coupons', terms)
  await page.goto(`/coupons/edit/${coupon.id}`)
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await expect(preview.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('row', { name: 'All codes' })).toContainText('0 of 50')
  await page.getByLabel('Copied links open').selectOption(forms[1].title)
  await page.getByRole('button', { name: `Copy link with ${code}` }).click()
  await expect(page.getByText('Link Copied to your clipboard!')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(`${product.url}/payment/${forms[1].id}?coupon=${code}`)

  await page.goto(copied)
  await expect(page.getByRole('term').filter({ hasText: code })).toBeVisible()
})
