import { z } from 'zod'
import { address, boolean, email, emptyable, metadata, naturalNumber, text, url } from '#api/params.ts'
import { paymentMethodParams } from '../payment-methods.ts'
import { futureUsageByType, type PaymentIntentRecord } from '../records.ts'

const tax = z.strictObject({ total_tax_amount: naturalNumber })

const amountDetails = z.strictObject({
  discount_amount: naturalNumber.optional(),
  enforce_arithmetic_validation: boolean.optional(),
  line_items: z
    .array(
      z.strictObject({
        product_name: text.max(1024),
        quantity: naturalNumber,
        unit_cost: naturalNumber,
        product_code: text.max(12).optional(),
        discount_amount: naturalNumber.optional(),
        unit_of_measure: text.max(12).optional(),
        tax: tax.optional(),
      }),
    )
    .max(200)
    .optional(),
  tax: tax.optional(),
})

const shipping = z.strictObject({
  address,
  name: text,
  phone: text.optional(),
  carrier: text.optional(),
  tracking_number: text.optional(),
})

const futureUsage = z.enum(['off_session', 'on_session'])

const threeDSecure = z.enum(['any', 'automatic', 'challenge']).optional()

export const threeDSecureOptions = z.strictObject({
  card: z.strictObject({ request_three_d_secure: threeDSecure }).optional(),
})

const ofType = z.strictObject({ setup_future_usage: futureUsage.optional() }).optional()

const methodOptions = z.strictObject({
  card: z
    .strictObject({ request_three_d_secure: threeDSecure, setup_future_usage: futureUsage.optional() })
    .optional(),
  link: ofType,
  sepa_debit: ofType,
})

/** How a method will be used in the future, for single method types. */
export function futureUsageIn(
  options: z.infer<typeof methodOptions> | undefined,
): PaymentIntentRecord['future_usage_by_type'] {
  const asked = Object.entries(options ?? {}).map(([type, of]) => [type, of?.setup_future_usage] as const)
  return futureUsageByType.parse(Object.fromEntries(asked.filter(([, usage]) => usage !== undefined)))
}

/** The buyer's consent to a debit. The server sends it if Stripe's own fields did not ask for it. */
const mandateData = z.strictObject({
  customer_acceptance: z.strictObject({
    type: z.literal('online'),
    online: z.strictObject({ ip_address: text, user_agent: text }),
  }),
})

/** Parameters shared by create, update and confirm. */
const content = {
  amount_details: emptyable(amountDetails).optional(),
  payment_method: text.optional(),
  payment_method_data: paymentMethodParams.optional(),
  payment_method_options: methodOptions.optional(),
  receipt_email: emptyable(email).optional(),
  setup_future_usage: emptyable(futureUsage).optional(),
  shipping: emptyable(shipping).optional(),
}

/** Parameters that matter only when an intent is confirmed. */
const confirmation = {
  confirmation_token: text.optional(),
  mandate_data: mandateData.optional(),
  off_session: z.union([boolean, z.enum(['one_off', 'recurring'])]).optional(),
  error_on_requires_action: boolean.optional(),
  return_url: url.optional(),
  use_stripe_sdk: boolean.optional(),
}

const describing = {
  customer: text.optional(),
  description: emptyable(text.max(1000)).optional(),
  metadata: emptyable(metadata).optional(),
  application_fee_amount: emptyable(naturalNumber).optional(),
  statement_descriptor: text.optional(),
  statement_descriptor_suffix: text.optional(),
}

export const createParams = z.strictObject({
  amount: naturalNumber,
  currency: text,
  ...content,
  ...confirmation,
  ...describing,
  automatic_payment_methods: z
    .strictObject({ enabled: boolean, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  capture_method: z.enum(['automatic', 'automatic_async']).optional(),
  confirm: boolean.optional(),
  hooks: z
    .strictObject({
      inputs: z.strictObject({ tax: z.strictObject({ calculation: text }).optional() }).optional(),
    })
    .optional(),
  confirmation_method: z.enum(['automatic', 'manual']).optional(),
})
export type CreateParams = z.infer<typeof createParams>

export const updateParams = z.strictObject({
  amount: naturalNumber.optional(),
  currency: text.optional(),
  ...content,
  ...describing,
})

export const confirmParams = z.strictObject({
  ...content,
  ...confirmation,
  capture_method: z.enum(['automatic', 'automatic_async']).optional(),
  client_secret: text.optional(),
})
export type ConfirmParams = z.infer<typeof confirmParams>
