import { z } from 'zod'
import { csvFormat } from '#foundation/csv/csv-format.ts'
import type { Contract } from '#foundation/http/contract/contract.ts'

/** An amount in minor units of the currency beside it. */
const amount = z.number().int()
const day = z.iso.date()
const instant = z.iso.datetime({ error: 'This is not a time' })

const providerId = (prefix: string) =>
  z
    .string()
    .max(255)
    .regex(new RegExp(`^${prefix}_\\w+$`))

export const payout = z.object({
  id: z.string(),
  currency: z.string(),
  /** Less than nothing where it is taken from the bank account. */
  amount,
  status: z.enum(['on_its_way', 'paid', 'failed', 'canceled']),
  createdAt: z.string(),
  /** In UTC, as the provider counts. */
  arrivesOn: day,
  bank: z.object({ name: z.string().nullable(), last4: z.string() }).nullable(),
  failureMessage: z.string().nullable(),
  /** What the seller has to do where it failed. */
  advice: z.string().nullable(),
})
export type Payout = z.output<typeof payout>

export const balance = z.object({
  currencies: z.array(
    z.object({
      currency: z.string(),
      available: amount,
      pending: amount,
      /** On which days how much of `pending` can be paid out; null where that is too much to be read. */
      days: z.array(z.object({ day, amount })).nullable(),
    }),
  ),
})
export type Balance = z.output<typeof balance>

const part = { gross: amount, providerFee: amount, applicationFee: amount, net: amount }

export const payoutLine = z.object({
  id: z.string(),
  kind: z.enum(['sale', 'refund', 'dispute', 'fee', 'returned_payout', 'other']),
  at: z.string(),
  /** What the provider says of it. */
  description: z.string().nullable(),
  ...part,
  purchase: z
    .object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      form: z.string(),
      offer: z.string().nullable(),
    })
    .nullable(),
})
export type PayoutLine = z.output<typeof payoutLine>

/** What a payout is made of: `sales`, `refunds`, `disputes` and `other` before fees, and all of it is `net`. */
const sums = z.object({
  sales: amount,
  refunds: amount,
  disputes: amount,
  other: amount,
  providerFee: amount,
  applicationFee: amount,
  net: amount,
})
export type PayoutSums = z.output<typeof sums>

export const payoutDetail = payout.extend({
  /** `unknown`: paid out by hand; `preparing`: not put together yet; `long`: too much to be shown, and in the CSV. */
  contents: z.enum(['known', 'unknown', 'preparing', 'long']),
  sums: sums.nullable(),
  /** The newest first; the first of them where there are too many. */
  lines: z.array(payoutLine),
})
export type PayoutDetail = z.output<typeof payoutDetail>

/**
 * What the provider and the platform kept of what moved in a time, in minor units of `currency`: of payments that were made in
 * it, and of refunds and disputes that were booked in it. Null where that is not known: `waiting` payments are not booked yet, or
 * the provider converts this currency and books another.
 */
const fees = z.object({ currency: z.string(), fees: amount.nullable(), waiting: z.number().int() })
export type Fees = z.output<typeof fees>

const read = {
  method: 'GET',
  access: 'signed-in',
  right: { entity: 'payouts', verb: 'read' },
} as const
const failures = { no_account: 409, provider_unreachable: 503 } as const
const params = z.object({ id: z.string() })

export const payoutsContract = {
  getBalance: {
    ...read,
    failures,
    path: '/payouts/balance',
    summary: "What is in the seller's balance at the provider, and when it can be paid out",
    ok: { status: 200, schema: balance },
  },
  listPayouts: {
    ...read,
    failures,
    path: '/payouts',
    summary:
      "Lists the payouts of the seller's connected account, the newest first, as the provider knows them; `after` is the id of the last one of the page before",
    query: z.object({ after: providerId('po').optional() }),
    ok: { status: 200, schema: z.object({ data: z.array(payout), hasMore: z.boolean() }) },
  },
  getPayout: {
    ...read,
    failures,
    path: '/payouts/:id',
    summary: 'Reads a payout with what is inside: each sale with its fees, refunds and disputes',
    params,
    ok: { status: 200, schema: payoutDetail },
  },
  getFees: {
    ...read,
    failures,
    path: '/payouts/fees',
    summary:
      "What the provider and the platform kept of the seller's payments in a time, by currency; `currencies` is null where more moved than is read for one answer",
    query: z
      .object({ from: instant, to: instant })
      .refine(({ from, to }) => from < to, { error: 'This must be after the beginning', path: ['to'] }),
    ok: { status: 200, schema: z.object({ currencies: z.array(fees).nullable() }) },
  },
  getPayoutExportLink: {
    ...read,
    path: '/payouts/:id/export-link',
    summary: "Answers the path of a payout's contents as CSV: on this host, for two minutes, without a token",
    params,
    query: z.object({ format: csvFormat }),
    ok: { status: 200, schema: z.object({ path: z.string() }) },
  },
} as const satisfies Contract
