// Pages of a seller who has just signed up. The shop is empty and cannot charge buyers yet.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Product } from './product.ts'
import { send, tokenOf } from './shop.ts'
import type { ShownPage } from './shown-page.ts'
import { password, signUp } from './super-admin.ts'

type Person = { readonly email: string; readonly password: string }

const pathsOfNew = ['/billing', '/settings', '/forms']
const pathsOfBegun = [
  '/forms',
  '/forms/create',
  '/bumps',
  '/one-time-offers',
  '/taxes',
  '/coupons',
  '/sales',
  '/sales/dashboard',
  '/sales/almost',
  '/sales/recurring',
  '/sales/withdrawals',
  '/customers',
  '/payouts',
  '/billing',
  '/team',
  '/settings/files',
  '/settings/payments',
  '/settings/notifications',
]

/** A seller whose Stripe account is not set up. */
export async function newSeller(product: Product): Promise<{ person: Person; pages: ShownPage[] }> {
  const email = await signUp(product)
  return { person: { email, password }, pages: pathsOfNew.map((path) => pageOf('new', path)) }
}

const accounts = z.object({ data: z.array(z.looseObject({ id: z.string(), email: z.string().nullish() })) })

/** A seller with a Stripe account and a trial, but no forms or sales. */
export async function begunSeller(product: Product): Promise<{ person: Person; pages: ShownPage[] }> {
  const email = await signUp(product)
  const token = await tokenOf(product, { email, password })
  await send(product, ['GET', '/stripe/check-account-boarding'], undefined, token)
  const { data } = accounts.parse(await (await fetch(`${product.sandboxUrl}/sandbox/accounts`)).json())
  const account = data.find((one) => one.email === email)
  await fetch(`${product.sandboxUrl}/sandbox/accounts/${account?.id ?? randomUUID()}/complete`, {
    method: 'POST',
  })
  await send(product, ['GET', '/stripe/check-account-boarding'], undefined, token)
  return { person: { email, password }, pages: pathsOfBegun.map((path) => pageOf('begun', path)) }
}

/** Empty lists that only shops with additional features have. */
export const emptyPages: readonly ShownPage[] = ['/bumps', '/one-time-offers', '/taxes', '/coupons'].map(
  (path) => ({
    ...pageOf('empty', path),
    open: async (page) => {
      const list = `**/api${path}?**`
      await page.route(list, (route) => route.fulfill({ json: { data: [], prevPage: null, nextPage: null } }))
      await page.reload({ waitUntil: 'networkidle' })
      await page.unroute(list)
    },
  }),
)

function pageOf(who: string, path: string): ShownPage {
  return { name: `${who}-${path.slice(1).replaceAll('/', '-')}`, path }
}
