// Sign-in through the shop's own OpenID issuer. API tests next to the code cover rejections.
import type { Browser, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { startIssuer } from '#accounts/identity/social/open-id-test-server.ts'
import { startProduct } from './product.ts'
import { expect, test } from './test.ts'

const newEmail = () => `person-${randomUUID()}@example.com`
const password = 'a fine long password'

/** Starts an issuer, and a product that accepts only this issuer or a password for sign-in. */
async function startWithIssuer(browser: Browser) {
  const issuer = await startIssuer()
  const { url, clientId, clientSecret } = issuer
  const product = await startProduct({
    DEMO: 'off',
    OIDC_ISSUER: url,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'Loopback',
  })
  issuer.admit(`${product.url}/api/authentication/social/callback`)
  return {
    /** What a new visitor sees after signing in at the issuer with this name and email. */
    async visit(path: string, uid: string, email: string): Promise<Page> {
      issuer.person = { uid, email, isVerified: true, firstname: 'Ines', lastName: 'Novak' }
      const page = await (await browser.newContext({ baseURL: product.url })).newPage()
      await page.goto(path)
      await page.getByRole('button', { name: 'Continue with Loopback' }).click()
      return page
    },
    async [Symbol.asyncDispose]() {
      await product.stop()
      await issuer.close()
    },
  }
}

test('H16: a visitor’s first sign-in with an issuer creates an account @desktop', async ({ browser }) => {
  await using shop = await startWithIssuer(browser)
  const email = newEmail()
  const page = await shop.visit('/register', 'ines', email)

  await expect(page.getByRole('button', { name: 'Complete onboarding' })).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByText(email).filter({ visible: true })).toBeVisible()
})

test('a seller connects an issuer to their account, and a guest joins the team through it @desktop', async ({
  browser,
}) => {
  await using shop = await startWithIssuer(browser)
  const email = newEmail()
  const page = await shop.visit('/register', 'first', newEmail())
  await page.request.post('/api/authentication/sign-up', { data: { name: 'Ada', email, password } })

  const taken = await shop.visit('/login', 'ada', email)
  await expect(taken.getByRole('heading', { name: 'You have an account' })).toBeVisible()
  await taken.getByRole('link', { name: 'Sign in to connect' }).click()
  await taken.getByLabel('Email').fill(email)
  await taken.getByLabel('Password', { exact: true }).fill(password)
  await taken.getByRole('button', { name: 'Sign in', exact: true }).click()
  await taken.getByRole('button', { name: 'Connect Loopback' }).click()
  await expect(taken).not.toHaveURL(/login/)
  const known = await shop.visit('/login', 'ada', email)
  await expect(known).not.toHaveURL(/login/)
  // Only shops with a Stripe account and people with a confirmed address can invite others.
  await known.getByRole('button', { name: 'Complete onboarding' }).click()
  await expect(known).toHaveURL(/onboarding=return/)
  await expect(known.getByText('Everything is set up')).toBeVisible()

  const guest = newEmail()
  const link = await invite(known, guest)
  const stranger = await shop.visit(link, 'stranger', newEmail())
  await expect(stranger.getByText('This invitation was sent to a different email address.')).toBeVisible()
  const joined = await shop.visit(link, 'guest', guest)
  await expect(joined).toHaveURL(/\/forms$/)
  await joined.goto('/team')
  await expect(joined.getByText('The people in Ada and what they can do.')).toBeVisible()
})

/** Invites a viewer as the user signed in on this page. Returns the invitation's link. */
async function invite(page: Page, email: string): Promise<string> {
  await page.goto('/settings')
  const token = await page.evaluate(() => localStorage.getItem('sessionToken'))
  const headers = { authorization: `Bearer ${token}` }
  const team = z
    .object({ roles: z.array(z.object({ id: z.string(), name: z.string() })) })
    .parse(await (await page.request.get('/api/team', { headers })).json())
  await page.request.post('/api/account/proof', { headers, data: { password } })
  const data = { email, roleId: team.roles.find(({ name }) => name === 'Viewer')?.id }
  const invited = await page.request.post('/api/team/invitations', { headers, data })
  return z.object({ url: z.string() }).parse(await invited.json()).url
}
