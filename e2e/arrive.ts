// Starts sessions without the sign-in page, for tests that begin with a signed-in user.
import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Product } from './product.ts'

export const password = 'a fine long password'
const session = z.object({ token: z.string(), user: z.looseObject({ id: z.string() }) })

export async function arriveAsDemo(page: Page, { demo }: Product): Promise<void> {
  await arriveAs(page, demo)
}

/** Starts a session as a seller who has signed up. */
export async function arriveAs(page: Page, who: { email: string; password: string }): Promise<void> {
  const data = { email: who.email, password: who.password }
  const response = await page.request.post('/api/authentication/sign-in', { data })
  await saveSession(page, session.parse(await response.json()))
}

/** Starts a session as a new seller whose account can charge. Returns the email address. */
export async function arriveAsNew(page: Page, product: Product): Promise<string> {
  const email = `person-${randomUUID()}@example.com`
  const data = { name: 'Ada Lovelace', email, password }
  const response = await page.request.post('/api/authentication/sign-up', { data })
  const begun = session.parse(await response.json())
  await onboard(page, product, email, begun.token)
  await saveSession(page, begun)
  return email
}

async function onboard(page: Page, { sandboxUrl }: Product, email: string, token: string): Promise<void> {
  const check = () =>
    page.request.get('/api/stripe/check-account-boarding', { headers: { authorization: `Bearer ${token}` } })
  await check()
  const accounts = z
    .object({ data: z.array(z.looseObject({ id: z.string(), email: z.string().nullish() })) })
    .parse(await (await fetch(`${sandboxUrl}/sandbox/accounts`)).json())
  const account = accounts.data.find((one) => one.email === email)
  await fetch(`${sandboxUrl}/sandbox/accounts/${account?.id ?? ''}/complete`, { method: 'POST' })
  await check()
}

async function saveSession(page: Page, begun: z.output<typeof session>): Promise<void> {
  await page.goto('/health/live')
  await page.evaluate(({ token, user }) => {
    localStorage.setItem('sessionToken', token)
    localStorage.setItem('userId', user.id)
    localStorage.setItem('user', JSON.stringify(user))
  }, begun)
}
