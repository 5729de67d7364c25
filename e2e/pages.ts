// Every page there is, of the demo's shop: for what looks at all of them.
import { z } from 'zod'
import type { Product } from './product.ts'

export type ShownPage = { readonly name: string; readonly path: string }

const list = z.object({ data: z.array(z.object({ id: z.string() })) })

/** The pages that are open to everybody. */
export function publicPages({ demo }: Product): ShownPage[] {
  return [
    { name: 'login', path: '/login' },
    { name: 'register', path: '/register' },
    { name: 'forgot-password', path: '/forgot-password' },
    { name: 'reset-password', path: '/reset-password' },
    { name: 'confirm-email', path: '/confirm-email' },
    { name: 'invitation', path: '/invitation' },
    { name: 'contact-us', path: '/contact-us' },
    { name: 'payment', path: demo.forms[0]?.path ?? '' },
    { name: 'payment-unknown', path: '/payment/nonsense' },
  ]
}

/** The pages of the seller whose session token this is. */
export async function sellerPages(product: Product, token: string): Promise<ShownPage[]> {
  const firstOf = async (path: string) => {
    const response = await fetch(`${product.url}/api/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return list.parse(await response.json()).data[0]?.id
  }
  const entities = [
    ['forms', ['forms/edit', 'forms/details', 'forms/duplicate', 'forms']],
    ['bumps', ['bumps/edit']],
    ['one-time-offers', ['one-time-offers/edit']],
    ['taxes', ['taxes/edit']],
    ['sales', ['sales']],
  ] as const
  const ofThings = await Promise.all(
    entities.map(async ([entity, paths]) => {
      const id = await firstOf(entity)
      return id === undefined
        ? []
        : paths.map((path) => ({ name: nameOf(`${path}-one`), path: `/${path}/${id}` }))
    }),
  )
  const fixed = [
    '/forms',
    '/forms/create',
    '/bumps',
    '/bumps/create',
    '/one-time-offers',
    '/one-time-offers/create',
    '/taxes',
    '/taxes/create',
    '/sales',
    '/sales/dashboard',
    '/billing',
    '/settings',
    '/team',
    '/nothing-here',
  ]
  return [...fixed.map((path) => ({ name: nameOf(path.slice(1)), path })), ...ofThings.flat()]
}

/** The pages of who governs the platform. */
export const platformPages: readonly ShownPage[] = [
  'books',
  'users',
  'roles',
  'permissions',
  'audit-log',
].map((page) => ({ name: `admin-${page}`, path: `/admin/${page}` }))

function nameOf(path: string): string {
  return path.replaceAll('/', '-')
}
