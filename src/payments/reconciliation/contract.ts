import { z } from 'zod'
import { idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { requiredText } from '#foundation/http/input/fields.ts'

const money = z.object({ total: z.number().int(), currency: z.string() })

/** The two amounts of a difference: `expected` is the purchase's, and `charged` is Stripe's. Null if there is none. */
const bookDifference = z.object({
  id: z.string(),
  kind: z.enum([
    'charge_without_purchase',
    'purchase_without_charge',
    'amount_differs',
    'refund_missing',
    'refund_differs',
    'fee_differs',
  ]),
  stripeAccountId: z.string(),
  paymentIntentId: z.string().nullable(),
  purchaseId: z.string().nullable(),
  expected: money.nullable(),
  charged: money.nullable(),
  foundAt: z.string(),
})
export type BookDifference = z.output<typeof bookDifference>

/** A purchase whose outcome should be known by now. */
const unsettledPurchase = money.extend({
  id: z.string(),
  status: z.enum(['created', 'requires_action', 'processing', 'unknown']),
  stripeAccountId: z.string(),
  paymentIntentId: z.string().nullable(),
  checkCount: z.number().int(),
  createdAt: z.string(),
  nextCheckAt: z.string().nullable(),
})
export type UnsettledPurchase = z.output<typeof unsettledPurchase>

/** The oldest differences and purchases, up to 100 of each. `hasMore` means that there are others. */
const books = z.object({
  differences: z.object({ data: z.array(bookDifference), hasMore: z.boolean() }),
  unsettledPurchases: z.object({ data: z.array(unsettledPurchase), hasMore: z.boolean() }),
  comparedAt: z.string().nullable(),
})

export const reconciliationContract = {
  readReconciliation: {
    method: 'GET',
    path: '/admin/books',
    summary: 'Lists the open differences between our records and the card provider’s, for every seller',
    access: 'super-admin',
    ok: { status: 200, schema: books },
  },
  reconcileAccounts: {
    method: 'POST',
    path: '/admin/books/compare',
    summary: 'Compares the last three days with the card provider now. `found` counts the open differences',
    access: 'super-admin',
    failures: { comparison_incomplete: 503 },
    ok: { status: 200, schema: z.object({ found: z.number().int() }) },
  },
  settleDifference: {
    method: 'POST',
    path: '/admin/books/differences/:id/settle',
    summary: 'Marks a difference as resolved by a person, with a note that explains how',
    access: 'super-admin',
    params: idParams,
    body: z.object({ note: requiredText(2_000) }),
    ok: { status: 200, schema: z.object({ id: z.string() }) },
  },
} as const satisfies Contract
