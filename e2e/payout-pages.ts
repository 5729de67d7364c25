// A payout that the bank has returned.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Product } from './product.ts'
import { send } from './shop.ts'
import type { ShownPage } from './shown-page.ts'

const list = z.object({ data: z.array(z.object({ id: z.string(), status: z.string() })) })

/** Advances Stripe's clock past the payout delay. */
export async function payoutPages(product: Product, token: string): Promise<ShownPage[]> {
  const control = async (path: string, body: object) =>
    fetch(`${product.sandboxUrl}/sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const payouts = async () => list.parse(await send(product, ['GET', '/payouts'], undefined, token)).data
  await control('clock', { advance: 4 * 24 * 60 * 60 })
  let [first] = await payouts()
  while (first === undefined) {
    await sleep(100)
    ;[first] = await payouts()
  }
  await control(`payouts/${first.id}/fail`, {})
  return [{ name: 'payout-failed', path: `/payouts/${first.id}` }]
}

/** The recurring revenue page and the lists behind its figures. */
export const recurringPages = [
  '/sales/recurring',
  '/sales/recurring/changes',
  '/sales/recurring/subscriptions',
  '/sales/recurring/coming',
]
