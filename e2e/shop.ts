// The basis of payment page tests: forms of the demo's seller made through the API, and Stripe's records.
import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { withPicture } from './picture.ts'
import type { Product } from './product.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The session cookie for each token, because lasting changes need both. */
const cookies = new Map<string, string>()
const withToken = z.object({ token: z.string() })

/** Calls the API. Throws unless the call succeeds or the status is `tolerated`. */
export async function send(
  product: Product,
  [method, path]: readonly [Method, string],
  body?: object,
  token?: string,
  tolerated?: number,
): Promise<unknown> {
  const response = await fetch(`${product.url}/api${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}`, cookie: cookies.get(token) ?? '' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  const begun = withToken.safeParse(answer).data?.token
  const cookie = response.headers.getSetCookie().find((set) => set.includes('tillform-session='))
  if (begun !== undefined && cookie !== undefined) cookies.set(begun, cookie.split(';')[0] ?? '')
  if (!response.ok && response.status !== tolerated) {
    throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
  }
  return answer
}

const made = z.object({ id: z.string() })

const list = z.object({ data: z.array(made) })

export async function firstOf(product: Product, path: string, token: string): Promise<string> {
  const { data } = list.parse(await send(product, ['GET', path], undefined, token))
  const [first] = data
  if (first === undefined) throw new Error(`There is nothing at ${path}`)
  return first.id
}

/** Signs in and returns the token. The sign-in also confirms the user's identity. */
export async function tokenOf(
  product: Product,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const signedIn = await send(product, ['POST', '/authentication/sign-in'], { email, password })
  const { token } = withToken.parse(signedIn)
  await send(product, ['POST', '/account/proof'], { password }, token)
  return token
}

/** Creates and changes items as the demo's seller. Creating one returns its id. */
export async function openShop(product: Product) {
  const token = await tokenOf(product, product.demo)
  return {
    token,
    create: async (path: '/forms' | '/bumps' | '/one-time-offers' | '/taxes' | '/coupons', body: object) =>
      made.parse(
        await send(product, ['POST', path], await withPicture(product.url, token, path, body), token),
      ).id,
    change: async (
      path: `/${'forms' | 'bumps' | 'taxes' | 'coupons'}/${string}` | '/seller/shop',
      body: object,
    ) => send(product, ['PATCH', path], body, token),
    read: async (path: `/${'bumps' | 'taxes' | 'coupons'}/${string}`) =>
      send(product, ['GET', path], undefined, token),
  }
}

const chargeList = z.object({
  data: z.array(
    z.object({
      amount: z.number(),
      currency: z.string(),
      status: z.string(),
      billing_details: z.object({ email: z.string().nullable() }).optional(),
    }),
  ),
})

/** Stripe's charges for a buyer, in minor units with the currency, such as "4900 usd". */
export async function chargesOf(product: Product, email: string): Promise<string[]> {
  const response = await fetch(`${product.sandboxUrl}/sandbox/charges`)
  return chargeList
    .parse(await response.json())
    .data.filter((charge) => charge.billing_details?.email === email && charge.status === 'succeeded')
    .map(({ amount, currency }) => `${amount} ${currency}`)
}

export function newBuyer(): string {
  return `buyer-${randomUUID()}@example.com`
}

export async function fillBuyer(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Name' }).fill('Bea Novak')
}
