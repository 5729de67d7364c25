import { t } from '#foundation/language/t.ts'
import { z } from 'zod'
import { csvFormat } from '#foundation/csv/csv-format.ts'
import type { Contract } from '#foundation/http/contract/contract.ts'

/** An amount in minor units of its currency. */
const amount = z.number().int()
const day = z.iso.date()
const instant = z.iso.datetime({ error: () => t('This is not a time') })

const providerId = (prefix: string) =>
  z
    .string()
    .max(255)
    .regex(new RegExp(`^${prefix}_\\w+$`))

export const payout = z.object({
  id: z.string(),
  currency: z.string(),
  /** Negative if it is taken from the bank account. */
  amount,
  status: z.enum(['on_its_way', 'paid', 'failed', 'canceled']),
  createdAt: z.string(),
  /** A day in UTC, as Stripe counts. */
  arrivesOn: day,
  bank: z.object({ name: z.string().nullable(), last4: z.string() }).nullable(),
  failureMessage: z.string().nullable(),
  /** What the seller should do after a failure. */
  advice: z.string().nullable(),
})
export type Payout = z.output<typeof payout>

export const balance = z.object({
  currencies: z.array(
    z.object({
      currency: z.string(),
      available: amount,
      pending: amount,
      /** Amounts of `pending` by the day they become available, or null if there are too many to read. */
      days: z.array(z.object({ day, amount })).nullable(),
    }),
  ),
})
export type Balance = z.output<typeof balance>

/**
 * Payouts by the week of arrival, from Monday on in UTC: thirteen weeks, and the following week if any arrive in it.
 */
export const payoutWeeks = z.object({
  currencies: z.array(z.object({ currency: z.string(), weeks: z.array(z.object({ from: day, amount })) })),
})
export type PayoutWeeks = z.output<typeof payoutWeeks>

const part = { gross: amount, providerFee: amount, applicationFee: amount, net: amount }

export const payoutLine = z.object({
  id: z.string(),
  kind: z.enum(['sale', 'refund', 'dispute', 'fee', 'returned_payout', 'other']),
  at: z.string(),
  /** The provider's description. */
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

/** A payout's sums: `sales`, `refunds`, `disputes` and `other` are before fees; `net` is the total. */
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
  /**
   * `unknown`: it is a manual payout. `preparing`: it is not ready yet. `long`: there are too many transactions to
   * show, but all are in the CSV.
   */
  contents: z.enum(['known', 'unknown', 'preparing', 'long']),
  sums: sums.nullable(),
  /** Newest first, truncated if there are too many. */
  lines: z.array(payoutLine),
})
export type PayoutDetail = z.output<typeof payoutDetail>

/**
 * The fees of Stripe and the platform in a period, in minor units of `currency`: on payments made in it and on
 * refunds and disputes booked in it. Null if unknown, because `waiting` payments are not booked yet or Stripe
 * converts this currency.
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
    summary: "Reads the seller's balance at the provider, and when it becomes available",
    ok: { status: 200, schema: balance },
  },
  listPayouts: {
    ...read,
    failures,
    path: '/payouts',
    summary:
      "Lists the payouts of the seller's connected account, newest first, as the provider reports them; `after` is the id of the last one on the previous page",
    query: z.object({ after: providerId('po').optional() }),
    ok: { status: 200, schema: z.object({ data: z.array(payout), hasMore: z.boolean() }) },
  },
  getPayoutWeeks: {
    ...read,
    failures,
    path: '/payouts/weeks',
    summary:
      'Adds up the payouts of the last thirteen weeks by week and currency, without failed and canceled ones',
    ok: { status: 200, schema: payoutWeeks },
  },
  getPayout: {
    ...read,
    failures,
    path: '/payouts/:id',
    summary: 'Reads a payout with its transactions: each sale with its fees, refunds and disputes',
    params,
    ok: { status: 200, schema: payoutDetail },
  },
  getFees: {
    ...read,
    failures,
    path: '/payouts/fees',
    summary:
      "Reads the fees of the provider and the platform on the seller's payments in a period, by currency; `currencies` is null if there are too many payments to read",
    query: z.object({ from: instant, to: instant }).refine(({ from, to }) => from < to, {
      error: () => t('The end must be after the start'),
      path: ['to'],
    }),
    ok: { status: 200, schema: z.object({ currencies: z.array(fees).nullable() }) },
  },
  getPayoutExportLink: {
    ...read,
    path: '/payouts/:id/export-link',
    isPersonal: true,
    summary:
      "Returns a path on this host where a payout's transactions can be downloaded as CSV for two minutes, without a token",
    params,
    query: z.object({ format: csvFormat }),
    ok: { status: 200, schema: z.object({ path: z.string() }) },
  },
} as const satisfies Contract
