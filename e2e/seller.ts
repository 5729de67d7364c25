// The basis of tests for the sellers' app: a signed-in seller, and data made through the API.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { arriveAsDemo } from './arrive.ts'
import { withPicture } from './picture.ts'
import type { Product } from './product.ts'
import { newBuyer } from './shop.ts'
import { expect } from './test.ts'

/** Signs in the demo's seller without the sign-in page, and opens their forms. */
export async function signIn(page: Page, product: Product): Promise<void> {
  await arriveAsDemo(page, product)
  await page.goto('/forms')
}

const created = z.object({ id: z.string(), title: z.string() })

/** Chooses an action from the menu of the first form, on its card or its own page. */
export async function chooseAction(page: Page, action: string): Promise<void> {
  await page
    .getByRole('button', { name: /^More actions for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Creates an item as the seller signed in on this page. Returns its id and title. */
export async function create(
  page: Page,
  path: '/forms' | '/bumps' | '/one-time-offers' | '/taxes' | '/coupons',
  body: object,
): Promise<z.output<typeof created>> {
  const token = (await page.evaluate(() => localStorage.getItem('sessionToken'))) ?? ''
  const headers = { authorization: `Bearer ${token}` }
  const data = await withPicture(new URL(page.url()).origin, token, path, body)
  const response = await page.request.post(`/api${path}`, { headers, data })
  expect(response.status(), await response.text()).toBe(201)
  return created.parse(await response.json())
}

/** Sets the sites that can embed the forms of the seller signed in on this page. */
export async function listSites(page: Page, embedHosts: readonly string[]): Promise<void> {
  const token = (await page.evaluate(() => localStorage.getItem('sessionToken'))) ?? ''
  const headers = { authorization: `Bearer ${token}` }
  const response = await page.request.patch('/api/seller/shop', { headers, data: { embedHosts } })
  expect(response.status(), await response.text()).toBe(200)
}

/** Opens an optional section of the form editor. */
export async function openSection(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { name: title, exact: true }).getByRole('button').click()
}

let things = 0

/** A bump's or an offer's fields with a unique title. The caller adds a picture. */
export function newProduct(fields: object = {}) {
  things += 1
  return {
    title: `Workbook number ${process.pid}-${things}`,
    description: 'Twenty-four exercises on heavy paper',
    amount: 19.9,
    currency: 'usd',
    ...fields,
  }
}

/** A form's fields with a unique title. */
export function newForm(fields: object = {}) {
  things += 1
  return {
    title: `Watercolor course ${process.pid}-${things}`,
    description: 'Six weeks of light and water',
    video: 'https://youtu.be/dQw4w9WgXcQ',
    amount: 49,
    currency: 'usd',
    ...fields,
  }
}

/** Buys a form with some of its bumps, through the API. */
export async function pay(
  product: Product,
  form: string,
  bumps: readonly string[],
  { paymentMethodId = 'pm_card_visa', email = newBuyer(), status = 200 } = {},
): Promise<void> {
  const body = { form, bumps, email, name: 'Bea Novak', paymentMethodId }
  const answer = await fetch(`${product.url}/api/stripe/pay-form`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(status)
}
