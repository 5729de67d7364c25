// The base of the back-office tests: a signed-in seller, and the API for a test's starting point.
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { arriveAsDemo } from './arrive.ts'
import { withPicture } from './picture.ts'
import type { Product } from './product.ts'
import { expect } from './test.ts'

/** Signs the demo's seller in without the sign-in page, and opens the page that leads to. */
export async function signIn(page: Page, product: Product): Promise<void> {
  await arriveAsDemo(page, product)
  await page.goto('/forms')
}

const created = z.object({ id: z.string(), title: z.string() })

/** Creates something as the seller signed in on this page; returns its id and title. */
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

/** Lists the sites that can show the forms of the seller signed in on this page. */
export async function listSites(page: Page, embedHosts: readonly string[]): Promise<void> {
  const token = (await page.evaluate(() => localStorage.getItem('sessionToken'))) ?? ''
  const headers = { authorization: `Bearer ${token}` }
  const response = await page.request.patch('/api/seller/shop', { headers, data: { embedHosts } })
  expect(response.status(), await response.text()).toBe(200)
}

let things = 0

/** The fields of a bump or an offer, with a unique title; the caller adds a picture. */
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

/** The fields of a form, with a unique title. */
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
