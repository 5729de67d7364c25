// Tests for registration, password recovery, email confirmation and the contact form. API tests next to the code
// cover the rest.
import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { arriveAsNew } from './arrive.ts'
import type { Product } from './product.ts'
import { create, newForm } from './seller.ts'
import { cardFrame, expect, expectAccessible, fillCard, test } from './test.ts'

const newEmail = () => `person-${randomUUID()}@example.com`
const password = 'a fine long password'

/** The text of the newest email to this address with a matching subject. */
async function readMail(page: Page, product: Product, email: string, subject: RegExp): Promise<string> {
  const { request } = page
  let text = ''
  await expect(async () => {
    const list = await (await request.get(`${product.url}/dev/mail`)).text()
    const found = list.split('<li>').find((item) => item.includes(email) && subject.test(item))
    const path = /\/dev\/mail\/[0-9a-f-]+/.exec(found ?? '')?.[0] ?? ''
    expect(path).not.toBe('')
    text = /<pre>([^]*)<\/pre>/.exec(await (await request.get(`${product.url}${path}`)).text())?.[1] ?? ''
  }).toPass()
  return text
}

const linkIn = (text: string) => /https?:\/\/\S+#[\w-]{43}/.exec(text)?.[0] ?? ''

async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.getByLabel('Your name').fill('Mira Stone')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

test('a visitor whose card field does not load sees why and can register later @desktop', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED|postMessage/)
  const cardNotLoaded = 'Error processing payment through stripe, try again or contact admin'
  await page.clock.install()
  await page.route('**/frames/card', (route) => route.abort())
  await page.goto('/register')
  await fillRegistration(page, newEmail())
  await page.getByRole('radio', { name: /Growth/ }).check()
  const pay = page.getByRole('button', { name: 'Create account and pay $49.00' })
  await expect(page.locator('iframe[title="Secure card payment input frame"]')).toBeAttached()
  await pay.click()
  await expect(page.getByText(cardNotLoaded, { exact: true })).toBeVisible()
  await page.clock.fastForward(8_000)
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await pay.click()
  await expect(retry).toBeFocused()
  await expectAccessible(page)

  await page.unroute('**/frames/card')
  await page.keyboard.press('Enter')
  await fillCard(page, '4242424242424242')
  await expect(page.getByText(cardNotLoaded)).toHaveCount(0)
  await expect(page.getByLabel('Password', { exact: true })).not.toHaveValue('')
})

test('A2 E10 G7 G12 H2 J2: a visitor registers, sees errors next to fields, and pays for the plan by card @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 4(02|09)/)
  await page.goto('/register')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('This field is required')).toHaveCount(3)
  await expect(page.getByLabel('Your name')).toBeFocused()

  await fillRegistration(page, product.demo.email)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Password is weak')).toBeVisible()
  await fillRegistration(page, product.demo.email)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Email is already is use')).toBeVisible()

  const email = newEmail()
  await fillRegistration(page, email)
  await page.getByRole('radio', { name: /Growth/ }).check()
  const pay = page.getByRole('button', { name: 'Create account and pay $49.00' })
  await expect(cardFrame(page).getByRole('textbox').first()).toBeVisible()
  await expect(page.getByRole('group', { name: 'Card' }).locator('.animate-pulse')).toHaveCount(0)
  await pay.click()
  await expect(page.getByText('Your card details are incomplete.')).toBeVisible()
  await fillCard(page, '4000000000000341')
  await expectAccessible(page)
  await pay.click()
  await expect(page.getByText(/Your account is ready/)).toBeVisible()
  await expect(page.getByText(/declined/)).toBeVisible()

  const frame = cardFrame(page)
  await frame.getByRole('textbox', { name: 'Card number' }).fill('')
  await fillCard(page, '4242424242424242')
  await pay.click()
  await expect(page.getByRole('button', { name: 'Complete onboarding' })).toBeVisible()
  await page.goto('/billing')
  const reminder = page.getByRole('complementary', { name: 'Email address' })
  await expect(reminder).toContainText(email)
  await page.goto(linkIn(await readMail(page, product, email, /Confirm your email/)))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Billing' })).toBeVisible()
  await expect(reminder).toHaveCount(0)
})

test('A3 A4 H16: a seller resets a forgotten password with an emailed link @desktop', async ({
  page,
  product,
}) => {
  const email = newEmail()
  const body = { name: 'Mira Stone', email, password }
  await page.request.post('/api/authentication/sign-up', { data: body })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  // This tab already shows an expired link. The new link differs only in its hash, so the page must notice the
  // change.
  await page.goto('/reset-password')
  await expect(page.getByRole('link', { name: 'Send a new link' })).toBeVisible()
  const answer = page.waitForResponse((response) => response.url().endsWith('/reset-password'))
  // The link as an email program shows it in a forwarded email, including the period that ended the sentence.
  await page.goto(`${linkIn(await readMail(page, product, email, /Set a new password/))}).`)
  expect((await answer).headers()['referrer-policy']).toBe('no-referrer')
  await expect(page).toHaveURL(/\/reset-password$/)
  await page.getByLabel('New password', { exact: true }).fill('another fine password')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Your new password is set. Sign in to continue.')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('another fine password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Complete onboarding' })).toBeVisible()
})

test('A5 G9: a visitor’s message is emailed to us, and after a mistake their text is kept', async ({
  page,
  product,
}) => {
  const subject = `Question ${newEmail()}`
  await page.goto('/contact-us')
  await page.getByLabel('Name').fill('Bea Novak')
  await page.getByLabel('Email').fill('nonsense')
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Message').fill('Does it work\non two lines?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Enter a valid email')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('Does it work\non two lines?')
  await expectAccessible(page)
  await page.getByLabel('Email').fill('bea@example.com')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: 'Message sent' })).toBeVisible()

  const mail = await readMail(page, product, 'no-reply@', /Question/)
  expect(mail).toContain('From: Bea Novak')
  expect(mail).toContain('Does it work\non two lines?')
})

test('B12 E12 F1 F2 F3 F4 F5 H16 J1: sign-in shows mistakes, renews its session and leaves nothing behind @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  await page.goto('/sales')
  await expect(page).toHaveURL(/\/login\?to=/)
  const submit = page.getByRole('button', { name: 'Sign in', exact: true })
  const signIn = async (email: string, secret: string) => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(secret)
    await submit.click()
  }
  await signIn('nonsense', password)
  await expect(page.getByText('Invalid Email format , please verify the email you entered')).toBeVisible()
  await signIn('nobody@example.com', password)
  await expect(page.getByText('User does not exist')).toBeVisible()
  await signIn(product.demo.email, 'not the password')
  await expect(page.getByText('Wrong password')).toBeVisible()
  await page.goto('/login')
  await signIn(product.demo.email, product.demo.password)
  await expect(page).toHaveURL(/\/forms$/)
  const stored = () => page.evaluate(() => Object.entries(localStorage).map(([name]) => name))
  expect((await stored()).toSorted()).toEqual(
    expect.arrayContaining(['email', 'sessionToken', 'user', 'userId']),
  )

  const renewed = page.waitForResponse((response) => response.url().endsWith('/authentication/refresh'))
  await page.reload()
  expect((await renewed).status()).toBe(200)
  await page.evaluate(() => localStorage.setItem('sessionToken', 'gone.bad.token'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Forms' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('sessionToken'))).not.toBe('gone.bad.token')

  const [token, userId, cookies] = [
    await page.evaluate(() => localStorage.getItem('sessionToken')),
    await page.evaluate(() => localStorage.getItem('userId')),
    await page.context().cookies(),
  ]
  const readSelf = async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await page.request.get(`/api/users/${userId}`, { headers })).status()
  }
  expect(await readSelf()).toBe(200)
  await page
    .getByRole('button', { name: /account|menu|user/i })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await stored()).toEqual([])
  // The server has ended the session, so the stored token and cookie are invalid.
  expect(await readSelf()).toBe(401)
  await page.context().addCookies(cookies)
  const headers = { origin: product.url, 'x-requested-with': 'tillform' }
  const renewal = await page.request.post('/api/authentication/refresh', { headers })
  expect(renewal.status()).toBe(401)
})

test('a seller whose session ends while typing finds their text after signing in again @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  const email = await arriveAsNew(page, product)
  const form = await create(page, '/forms', newForm())
  /** Ends the session while the form is being saved. If it ended earlier, the page could leave at any time. */
  const endAtSave = async (save: string) => {
    const token = await page.evaluate(() => localStorage.getItem('sessionToken'))
    const headers = { authorization: `Bearer ${token}` }
    const end = async () =>
      page.request.post('/api/account/sessions/end', { headers, data: { which: 'all' } })
    // Read requests succeed. Ending a session twice has no effect.
    await page.route('**/api/**', async (route) => {
      if (route.request().method() !== 'GET') await end()
      await route.continue()
    })
    await page.getByRole('button', { name: save }).click()
    await expect(page).toHaveURL(/\/login/)
    await page.unroute('**/api/**')
  }
  const signIn = async () => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  for (const [path, label, save] of [
    [`/forms/edit/${form.id}`, 'Internal name', 'Save changes'],
    ['/forms/create', 'Title', 'Create form'],
  ] as const) {
    await page.goto(path)
    await page.getByLabel(label).fill('Typed in good faith')
    if (path === '/forms/create') {
      await page.getByRole('textbox', { name: 'Description' }).fill('Six weeks')
      await page.getByLabel('Video').fill('https://youtu.be/dQw4w9WgXcQ')
    }
    await endAtSave(save)
    await expect(
      page.getByText('You were signed out. Sign in to continue. Your unsaved changes are kept.'),
    ).toBeVisible()
    await signIn()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByLabel(label)).toHaveValue('Typed in good faith')
    await page.getByRole('link', { name: 'Billing' }).click()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    // The URL changes before the other page replaces the editor.
    await expect(page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible()
  }
  await page.goto('/settings')
  await page.getByLabel('First name').fill('Typed in vain')
  await endAtSave('Save profile')
  await expect(page.getByText('You were signed out. Sign in to continue.', { exact: true })).toBeVisible()
})
