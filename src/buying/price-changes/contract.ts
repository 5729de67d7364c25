import { z } from 'zod'
import { idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { uuid } from '#foundation/http/input/fields.ts'
import { keyFailures } from '#payments/purchases/contract.ts'
import { subscription } from '#payments/subscriptions/contract.ts'

const secret = z.string().max(255)
const ofBuyer = { method: 'POST', access: 'anyone', params: idParams } as const
const failures = { provider_unreachable: 503, subscription_busy: 503, ...keyFailures } as const
const state = { status: 200, schema: subscription } as const

export const priceChangesContract = {
  changeSubscriptionPrice: {
    ...ofBuyer,
    path: '/stripe/purchases/:id/subscription/price',
    summary:
      'Changes the buyer’s subscription to another recurring price of the form. From the next payment at `from`, each one is `total` (minor units). `after` is the latest change at the time the price was shown, or null. Safe to repeat',
    body: z.object({
      secret,
      price: uuid,
      total: z.number().int().positive(),
      from: z.iso.datetime(),
      after: uuid.nullable(),
    }),
    failures: { ...failures, price_change_unavailable: 409, price_change_differs: 409 },
    ok: state,
  },
  keepSubscriptionPrice: {
    ...ofBuyer,
    path: '/stripe/purchases/:id/subscription/price/keep',
    summary: 'Undoes a buyer’s price change that has not taken effect yet',
    body: z.object({ secret, change: uuid }),
    failures: { ...failures, price_change_begun: 409, price_change_differs: 409 },
    ok: state,
  },
} as const satisfies Contract
