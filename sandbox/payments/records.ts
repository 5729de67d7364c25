import { z } from 'zod'
import { json, jsonObject } from '#json.ts'
import { billingDetails, metadata, owned } from '#store/shapes.ts'
import { methodTypes } from './method-types.ts'

export const wallets = ['apple_pay', 'google_pay', 'link'] as const

const futureUsage = z.enum(['off_session', 'on_session'])
export const futureUsageByType = z.partialRecord(z.enum(methodTypes), futureUsage)

export const paymentMethodRecord = owned.extend({
  customer: z.string().nullable(),
  allow_redisplay: z.enum(['always', 'limited', 'unspecified']),
  billing_details: billingDetails,
  type: z.enum(methodTypes).default('card'),
  /** The published test card that decides how the method behaves, or empty for other types. */
  card_number: z.string(),
  wallet: z.enum(wallets).nullable().default(null),
  /** The email of the Link account, whatever the buyer types in the form. */
  link_account: z.string().nullable().default(null),
  iban: z.string().nullable().default(null),
  exp_month: z.number(),
  exp_year: z.number(),
  has_cvc: z.boolean(),
  metadata,
  /** Whether the buyer has authenticated the method for later payments without them. */
  set_up: z.boolean(),
  /** Whether the method was detached or used without a customer, so that it cannot be used again. */
  consumed: z.boolean(),
})
export type PaymentMethodRecord = z.infer<typeof paymentMethodRecord>

const cancellationReason = z.enum([
  'abandoned',
  'automatic',
  'duplicate',
  'expired',
  'failed_invoice',
  'fraudulent',
  'requested_by_customer',
  'void_invoice',
])

/** The error of the intent's last attempt, with its PaymentMethod stored by id. */
const lastError = z.object({
  type: z.enum(['card_error', 'invalid_request_error']),
  code: z.string(),
  decline_code: z.string().optional(),
  advice_code: z.string().optional(),
  message: z.string(),
  charge: z.string().optional(),
  payment_method: z.string(),
})
export type LastError = z.infer<typeof lastError>

const automaticPaymentMethods = z.object({
  enabled: z.boolean(),
  allow_redirects: z.enum(['always', 'never']),
})

const threeDSecureRequest = z.enum(['any', 'automatic', 'challenge'])

export const paymentIntentRecord = owned.extend({
  amount: z.number(),
  amount_received: z.number(),
  amount_details: jsonObject.nullable(),
  application_fee_amount: z.number().nullable(),
  automatic_payment_methods: automaticPaymentMethods.nullable(),
  canceled_at: z.number().nullable(),
  cancellation_reason: cancellationReason.nullable(),
  capture_method: z.enum(['automatic', 'automatic_async']),
  client_secret: z.string(),
  confirmation_method: z.enum(['automatic', 'manual']),
  currency: z.string(),
  customer: z.string().nullable(),
  description: z.string().nullable(),
  last_error: lastError.nullable(),
  latest_charge: z.string().nullable(),
  metadata,
  payment_method: z.string().nullable(),
  receipt_email: z.string().nullable(),
  request_three_d_secure: threeDSecureRequest,
  setup_future_usage: futureUsage.nullable(),
  /** How a method will be used in the future, for single method types. */
  future_usage_by_type: futureUsageByType.default({}),
  /** The URL to which the buyer returns from their bank. */
  return_url: z.string().nullable().default(null),
  shipping: json,
  statement_descriptor_suffix: z.string().nullable(),
  status: z.enum([
    'canceled',
    'processing',
    'requires_action',
    'requires_confirmation',
    'requires_payment_method',
    'succeeded',
  ]),
  /** The invoice that the intent pays, if it pays one. */
  invoice: z.string().nullable(),
  /** The tax calculation that is recorded when the intent is paid. Missing without one. */
  tax_calculation: z.string().optional(),
})
export type PaymentIntentRecord = z.infer<typeof paymentIntentRecord>

export const setupIntentRecord = owned.extend({
  automatic_payment_methods: automaticPaymentMethods.nullable(),
  client_secret: z.string(),
  customer: z.string().nullable(),
  description: z.string().nullable(),
  last_error: lastError.nullable(),
  metadata,
  payment_method: z.string().nullable(),
  request_three_d_secure: threeDSecureRequest,
  status: z.enum([
    'canceled',
    'processing',
    'requires_action',
    'requires_confirmation',
    'requires_payment_method',
    'succeeded',
  ]),
  usage: futureUsage,
})
export type SetupIntentRecord = z.infer<typeof setupIntentRecord>

export const confirmationTokenRecord = owned.extend({
  expires_at: z.number(),
  /** The payment method that the token will create. */
  method: paymentMethodRecord,
  return_url: z.string().nullable(),
  setup_future_usage: futureUsage.nullable(),
  future_usage_by_type: futureUsageByType,
  /** The intent that the token confirmed. A token can confirm only one. */
  payment_intent: z.string().nullable(),
  setup_intent: z.string().nullable(),
})
export type ConfirmationTokenRecord = z.infer<typeof confirmationTokenRecord>

/** A pending debit, by the id of its charge. */
export const pendingDebitRecord = z.object({ id: z.string(), settles_at: z.number() })

export const paymentMethodDomainRecord = owned.extend({
  domain_name: z.string(),
  enabled: z.boolean(),
  is_active: z.boolean(),
})
export type PaymentMethodDomainRecord = z.infer<typeof paymentMethodDomainRecord>

export const chargeRecord = owned.extend({
  amount: z.number(),
  amount_captured: z.number(),
  amount_refunded: z.number(),
  application_fee: z.string().nullable(),
  application_fee_amount: z.number().nullable(),
  /** Null for charges from before the sandbox had a balance. */
  balance_transaction: z.string().nullable().default(null),
  billing_details: billingDetails,
  currency: z.string(),
  customer: z.string().nullable(),
  description: z.string().nullable(),
  disputed: z.boolean(),
  failure_code: z.string().nullable(),
  failure_message: z.string().nullable(),
  decline_code: z.string().nullable(),
  is_blocked: z.boolean(),
  metadata,
  payment_intent: z.string(),
  payment_method: z.string(),
  receipt_email: z.string().nullable(),
  shipping: json,
  statement_descriptor_suffix: z.string().nullable(),
  status: z.enum(['failed', 'pending', 'succeeded']),
  three_d_secure: z.boolean(),
})
export type ChargeRecord = z.infer<typeof chargeRecord>

export const refundRecord = owned.extend({
  amount: z.number(),
  balance_transaction: z.string().nullable().default(null),
  charge: z.string(),
  currency: z.string(),
  failure_balance_transaction: z.string().nullable().default(null),
  failure_reason: z.string().nullable(),
  fee_refund: z.string().nullable(),
  metadata,
  payment_intent: z.string(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).nullable(),
  status: z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled']),
  /** When a refund that is pending or will fail is settled, in Unix seconds. */
  settles_at: z.number().nullable(),
  settles_as: z.enum(['succeeded', 'failed']).nullable(),
})
export type RefundRecord = z.infer<typeof refundRecord>

export const applicationFeeRecord = z.object({
  id: z.string(),
  created: z.number(),
  /** The connected account that paid the fee. The fee itself belongs to the platform. */
  payer: z.string(),
  amount: z.number(),
  balance_transaction: z.string().nullable().default(null),
  currency: z.string(),
  charge: z.string(),
  refunds: z.array(
    z.object({
      id: z.string(),
      amount: z.number(),
      balance_transaction: z.string().nullable().default(null),
      created: z.number(),
    }),
  ),
})
export type ApplicationFeeRecord = z.infer<typeof applicationFeeRecord>

export const disputeRecord = owned.extend({
  amount: z.number(),
  /** The amounts that a dispute deducted, and those returned if it was won. */
  balance_transactions: z.array(z.string()).default([]),
  charge: z.string(),
  currency: z.string(),
  evidence: z.record(z.string(), z.string()),
  due_by: z.number(),
  metadata,
  payment_intent: z.string(),
  reason: z.enum(['debit_not_authorized', 'fraudulent', 'product_not_received']),
  status: z.enum([
    'warning_needs_response',
    'warning_under_review',
    'warning_closed',
    'needs_response',
    'under_review',
    'won',
    'lost',
  ]),
})
export type DisputeRecord = z.infer<typeof disputeRecord>
