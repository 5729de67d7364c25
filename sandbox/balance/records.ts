import { z } from 'zod'
import { owned } from '#store/shapes.ts'

const feeDetail = z.object({
  amount: z.number(),
  application: z.string().nullable(),
  description: z.string(),
  type: z.enum(['application_fee', 'stripe_fee']),
})
export type FeeDetail = z.infer<typeof feeDetail>

export const balanceTransactionRecord = owned.extend({
  /** The amount before fees. Outgoing amounts are negative. */
  amount: z.number(),
  /** When this amount can be paid out, in Unix seconds. */
  available_on: z.number(),
  currency: z.string(),
  description: z.string().nullable(),
  fee_details: z.array(feeDetail),
  reporting_category: z.enum([
    'charge',
    'dispute',
    'dispute_reversal',
    'payout',
    'payout_reversal',
    'platform_earning',
    'platform_earning_refund',
    'refund',
    'refund_failure',
  ]),
  source: z.string(),
  type: z.enum([
    'adjustment',
    'application_fee',
    'application_fee_refund',
    'charge',
    'payment',
    'payment_refund',
    'payout',
    'payout_failure',
    'refund',
    'refund_failure',
  ]),
  payout: z.string().nullable(),
})
export type BalanceTransactionRecord = z.infer<typeof balanceTransactionRecord>

export const payoutRecord = owned.extend({
  amount: z.number(),
  arrival_date: z.number(),
  balance_transaction: z.string(),
  currency: z.string(),
  failure_balance_transaction: z.string().nullable(),
  failure_code: z.enum(['account_closed']).nullable(),
  failure_message: z.string().nullable(),
  status: z.enum(['failed', 'in_transit', 'paid']),
})
export type PayoutRecord = z.infer<typeof payoutRecord>

/** When an account's next payout in a currency is due. The id contains both. */
export const payoutScheduleRecord = z.object({
  id: z.string(),
  account: z.string(),
  currency: z.string(),
  runs_at: z.number(),
})
export type PayoutScheduleRecord = z.infer<typeof payoutScheduleRecord>
