import { z } from 'zod'
import { metadata, owned } from '#store/shapes.ts'

export const productRecord = owned.extend({
  active: z.boolean(),
  description: z.string().nullable(),
  images: z.array(z.string()),
  metadata,
  name: z.string(),
  default_price: z.string().nullable(),
  statement_descriptor: z.string().nullable(),
  tax_code: z.string().nullable(),
  unit_label: z.string().nullable(),
  updated: z.number(),
  url: z.string().nullable(),
})
export type ProductRecord = z.infer<typeof productRecord>

export const interval = z.enum(['day', 'week', 'month', 'year'])

const recurring = z.object({ interval, interval_count: z.number() })
export type Recurring = z.infer<typeof recurring>

export const priceRecord = owned.extend({
  active: z.boolean(),
  currency: z.string(),
  lookup_key: z.string().nullable(),
  metadata,
  nickname: z.string().nullable(),
  product: z.string(),
  recurring: recurring.nullable(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']),
  unit_amount: z.number(),
})
export type PriceRecord = z.infer<typeof priceRecord>

export const taxRateRecord = owned.extend({
  active: z.boolean(),
  country: z.string().nullable(),
  description: z.string().nullable(),
  display_name: z.string(),
  inclusive: z.boolean(),
  jurisdiction: z.string().nullable(),
  metadata,
  /** A decimal number with up to four decimals, stored as text because a binary fraction would be inexact. */
  percentage: z.string(),
})
export type TaxRateRecord = z.infer<typeof taxRateRecord>

export const couponRecord = owned.extend({
  amount_off: z.number(),
  currency: z.string(),
  duration: z.enum(['forever', 'once', 'repeating']),
  duration_in_months: z.number().nullable(),
  metadata,
  name: z.string().nullable(),
  times_redeemed: z.number(),
})
export type CouponRecord = z.infer<typeof couponRecord>

/** A coupon on a subscription's item or on a single invoice's line. */
export const discountRecord = owned.extend({
  coupon: z.string(),
  start: z.number(),
  /** Null if the coupon lasts forever or for only one invoice. */
  end: z.number().nullable(),
  subscription_item: z.string().nullable(),
})

const subscriptionItem = z.object({
  id: z.string(),
  created: z.number(),
  /** Missing for subscriptions from before the sandbox supported discounts. */
  discounts: z.array(z.string()).default([]),
  price: z.string(),
  quantity: z.number(),
  tax_rates: z.array(z.string()),
  metadata,
})
export type SubscriptionItem = z.infer<typeof subscriptionItem>

export const subscriptionRecord = owned.extend({
  application_fee_percent: z.string().nullable(),
  billing_cycle_anchor: z.number(),
  cancel_at: z.number().nullable(),
  cancel_at_period_end: z.boolean(),
  canceled_at: z.number().nullable(),
  cancellation_comment: z.string().nullable(),
  cancellation_reason: z.enum(['cancellation_requested', 'payment_failed']).nullable(),
  currency: z.string(),
  current_period_start: z.number(),
  current_period_end: z.number(),
  customer: z.string(),
  default_payment_method: z.string().nullable(),
  default_tax_rates: z.array(z.string()),
  description: z.string().nullable(),
  ended_at: z.number().nullable(),
  items: z.array(subscriptionItem),
  latest_invoice: z.string().nullable(),
  metadata,
  missing_payment_method: z.enum(['cancel', 'create_invoice']),
  pending_setup_intent: z.string().nullable(),
  /** The new prices that apply once their invoice is paid. */
  pending_update: z
    .object({
      items: z.array(subscriptionItem),
      expires_at: z.number(),
      invoice: z.string(),
      changes: z.object({
        billing_cycle_anchor: z.number(),
        current_period_start: z.number(),
        current_period_end: z.number(),
        cancel_at: z.number().exactOptional(),
        status: z.literal('active').exactOptional(),
        trial_end: z.number().exactOptional(),
      }),
    })
    .nullable(),
  save_default_payment_method: z.enum(['off', 'on_subscription']),
  start_date: z.number(),
  status: z.enum([
    'active',
    'canceled',
    'incomplete',
    'incomplete_expired',
    'past_due',
    'trialing',
    'unpaid',
  ]),
  trial_start: z.number().nullable(),
  trial_end: z.number().nullable(),
  /** Whether the event about the trial's approaching end was sent. */
  trial_reminded: z.boolean(),
})
export type SubscriptionRecord = z.infer<typeof subscriptionRecord>

const lineTax = z.object({
  tax_rate: z.string(),
  amount: z.number(),
  inclusive: z.boolean(),
  taxable_amount: z.number(),
})
export type LineTax = z.infer<typeof lineTax>

export const invoiceLine = z.object({
  id: z.string(),
  amount: z.number(),
  description: z.string().nullable(),
  metadata,
  period: z.object({ start: z.number(), end: z.number() }),
  price: z.string(),
  product: z.string(),
  /** The price of one unit, in minor units. */
  unit_amount: z.number(),
  proration: z.boolean(),
  quantity: z.number(),
  /** The period of a subscription item's line, or null for a one-time line. */
  subscription_item: z.string().nullable(),
  /** The line's discount, before tax. */
  discounts: z.array(z.object({ discount: z.string(), amount: z.number() })).default([]),
  taxes: z.array(lineTax),
})
export type InvoiceLine = z.infer<typeof invoiceLine>

/** An invoice line that waits for the customer's next invoice, such as a proration or an item added during a trial. */
export const invoiceItemRecord = owned.extend({
  customer: z.string(),
  subscription: z.string(),
  currency: z.string(),
  line: invoiceLine,
})

export const invoiceRecord = owned.extend({
  amount_paid: z.number(),
  application_fee_amount: z.number().nullable(),
  attempt_count: z.number(),
  attempted: z.boolean(),
  auto_advance: z.boolean(),
  billing_reason: z.enum([
    'subscription_create',
    'subscription_cycle',
    'subscription_update',
    'manual',
    'upcoming',
  ]),
  currency: z.string(),
  customer: z.string(),
  lines: z.array(invoiceLine),
  metadata,
  /** When the draft invoice is finalized automatically. */
  finalizes_at: z.number().nullable(),
  next_payment_attempt: z.number().nullable(),
  number: z.string().nullable(),
  payment_intent: z.string().nullable(),
  payment_id: z.string().nullable(),
  period_start: z.number(),
  period_end: z.number(),
  starting_balance: z.number(),
  ending_balance: z.number().nullable(),
  status: z.enum(['draft', 'open', 'paid', 'void']),
  status_transitions: z.object({
    finalized_at: z.number().nullable(),
    paid_at: z.number().nullable(),
    voided_at: z.number().nullable(),
  }),
  subscription: z.string(),
})
export type InvoiceRecord = z.infer<typeof invoiceRecord>
