// A payment page embedded in a seller's page from another origin.
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { agree } from './agree.ts'
import { startSite } from './seller-site.ts'
import { create, listSites, newForm, newProduct, signIn } from './seller.ts'
import { chargesOf, newBuyer, openShop } from './shop.ts'
import { cardFrame, expect, expectAccessible, test } from './test.ts'

const paymentFrame = (page: Page) => page.frameLocator('iframe[title="Payment form"]')

async function pay(form: FrameLocator, email: string): Promise<void> {
  await form.getByRole('textbox', { name: 'Email' }).fill(email)
  const card = cardFrame(form)
  await card.getByRole('textbox', { name: 'Card number' }).pressSequentially('4000002760003184')
  await card.getByRole('textbox', { name: 'Expiry date' }).pressSequentially('1234')
  await card.getByRole('textbox', { name: 'CVC' }).pressSequentially('123')
  await form.getByRole('button', { name: /\$49\.00/ }).click()
}

const bankButton = (page: Page) =>
  paymentFrame(page)
    .frameLocator('iframe[title="Authenticate your payment"]')
    .getByRole('button', { name: 'Complete authentication' })

/** Completes bank authentication, which covers the whole window. */
async function confirmAtBank(page: Page): Promise<void> {
  const button = bankButton(page)
  await expect(button).toBeInViewport()
  await button.click()
}

test('@desktop a listed site can show a form and accept a payment on it, while other sites cannot', async ({
  page,
  product,
  expectedErrors,
}) => {
  // Errors from the rejected site and from an offer whose picture was never uploaded are expected.
  expectedErrors.push(/frame-ancestors/, /chrome-error/, /status of 404.*\/pictures\//)
  await signIn(page, product)
  let formId = ''
  const site = await startSite(
    () =>
      `<div data-tillform="${formId}"><a href="${product.url}/payment/${formId}">Pay</a></div><p>Below the form</p>` +
      `<script async src="${product.url}/embed.js"></script>`,
  )
  const thanks = `http://${site.host}/thanks`
  const offer = await create(page, '/one-time-offers', newProduct())
  const fields = { redirectUrl: thanks, oneTimeOffer: offer.id }
  formId = (await create(page, '/forms', newForm(fields))).id
  await listSites(page, [site.host])

  await page.goto(`http://${site.unlisted}/`)
  await expect(page.locator('iframe')).toBeVisible()
  await expect(paymentFrame(page).getByRole('textbox', { name: 'Email' })).toHaveCount(0)

  await page.goto(`http://${site.host}/?name=Bea%20Novak&utm_source=x`)
  const form = paymentFrame(page)
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Bea Novak')
  const frame = page.locator('iframe[title="Payment form"]')
  // The frame is as tall as its page, so nothing scrolls inside it.
  await expect(async () => {
    const { scroll, inner } = await form.locator('html').evaluate(({ scrollHeight }) => ({
      scroll: scrollHeight,
      inner: window.innerHeight,
    }))
    expect(scroll).toBeLessThanOrEqual(inner)
    expect((await frame.boundingBox())?.height).toBe(inner)
  }).toPass()
  await expectAccessible(page)

  const buyer = newBuyer()
  await pay(form, buyer)
  await confirmAtBank(page)
  const popup = form.getByRole('dialog', { name: offer.title })
  await expect(popup).toBeInViewport({ ratio: 1 })
  // The frame covers the whole site, so the question reappears until the buyer decides.
  await popup.evaluate((dialog: HTMLDialogElement) => dialog.close())
  await expect(popup).toBeInViewport({ ratio: 1 })
  await form.getByRole('button', { name: 'No thanks' }).click()
  await expect(form.getByRole('heading', { name: 'Thank you!' })).toBeInViewport()
  await expect(frame).not.toHaveClass(/tillform-over/)
  await expect(form.getByText(`Taking you to ${site.host}`)).toBeVisible()
  await expect(page).toHaveURL(thanks)
  expect(await chargesOf(product, buyer)).toEqual(['4900 usd'])
  await site.stop()
})

test('@desktop a buyer opens a form from a listed site’s button, closes it without losing input, and pays a changed price', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  await signIn(page, product)
  let formId = ''
  const site = await startSite(
    () =>
      `<button type="button" data-tillform-popup="${formId}">Buy now</button>` +
      `<script async src="${product.url}/embed.js"></script>`,
  )
  formId = (await create(page, '/forms', newForm())).id
  await listSites(page, [site.host])
  await page.goto(`http://${site.host}/`)
  const popup = page.getByRole('dialog', { name: 'Payment form' })
  const form = paymentFrame(page)

  await page.getByRole('button', { name: 'Buy now' }).click()
  await form.getByRole('textbox', { name: 'Name' }).fill('Bea Novak')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await expect(page.getByRole('button', { name: 'Buy now' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(popup.getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Bea Novak')

  const shop = await openShop(product)
  await shop.change(`/forms/${formId}`, { amount: 59, isDetailUpdate: false })
  await pay(form, newBuyer())
  await agree(form.getByRole('button', { name: /\$59\.00/ }), bankButton(page))
  await confirmAtBank(page)
  await expect(form.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  const [purchase] = await Promise.all([
    page.context().waitForEvent('page'),
    form.getByRole('link', { name: 'View your purchase' }).click(),
  ])
  await expect(purchase.getByRole('heading').first()).toBeVisible()

  // On a dark device, a popup stays light until the seller chooses a color scheme, which the form and the popup then
  // share.
  const backgroundOf = async (drawn: Locator) =>
    drawn.evaluate((element) => getComputedStyle(element).backgroundColor)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect([await backgroundOf(popup), await backgroundOf(form.locator('body'))]).toEqual([
    'rgb(255, 255, 255)',
    'rgb(245, 245, 247)',
  ])
  await shop.change(`/forms/${formId}`, { colorScheme: 'dark', isDetailUpdate: false })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.reload()
  await page.getByRole('button', { name: 'Buy now' }).click()
  await expect(form.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  await expect.poll(() => backgroundOf(popup)).toBe('rgb(24, 24, 27)')
  expect(await backgroundOf(form.locator('body'))).toBe('rgb(19, 19, 22)')
  await expect(page.locator('iframe[title="Payment form"]')).toHaveCSS('color-scheme', 'dark')
  await expectAccessible(page)
  await popup.getByRole('button', { name: 'Close' }).click()
  await expect(popup).toBeHidden()
  await site.stop()
})
