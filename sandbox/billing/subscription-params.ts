import { z } from 'zod'
import { boolean, emptyable, metadata, naturalNumber, text } from '#api/params.ts'
import { recurringParams } from './prices.ts'

const taxRates = emptyable(z.array(text).max(5))
const taxBehavior = z.enum(['exclusive', 'inclusive', 'unspecified']).optional()

const itemPriceData = z.strictObject({
  currency: text,
  product: text,
  recurring: recurringParams,
  tax_behavior: taxBehavior,
  unit_amount: naturalNumber,
})

const item = {
  price: text.optional(),
  price_data: itemPriceData.optional(),
  quantity: naturalNumber.optional(),
  tax_rates: taxRates.optional(),
  metadata: metadata.optional(),
}

const discounts = z.array(z.strictObject({ coupon: text })).max(20)
export type DiscountParams = z.infer<typeof discounts>[number]

const newItems = z
  .array(z.strictObject({ ...item, discounts: discounts.optional() }))
  .min(1)
  .max(20)
export const changedItems = z
  .array(z.strictObject({ ...item, id: text.optional(), deleted: boolean.optional() }))
  .max(20)
export type ItemParams = z.infer<typeof changedItems>[number] &
  Pick<z.infer<typeof newItems>[number], 'discounts'>

export const addInvoiceItems = z
  .array(
    z.strictObject({
      price: text.optional(),
      price_data: itemPriceData.omit({ recurring: true }).optional(),
      quantity: naturalNumber.optional(),
      discounts: discounts.optional(),
      tax_rates: taxRates.optional(),
      metadata: metadata.optional(),
    }),
  )
  .max(20)
export type AddedItemParams = z.infer<typeof addInvoiceItems>[number]

const percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, 'number')
  .refine((value) => Number(value) <= 100)

const prorationBehavior = z.enum(['always_invoice', 'create_prorations', 'none']).optional()

const common = {
  add_invoice_items: addInvoiceItems.optional(),
  application_fee_percent: emptyable(percent).optional(),
  cancel_at_period_end: boolean.optional(),
  collection_method: z.literal('charge_automatically').optional(),
  default_payment_method: text.optional(),
  default_tax_rates: taxRates.optional(),
  metadata: emptyable(metadata).optional(),
  off_session: boolean.optional(),
  payment_settings: z
    .strictObject({ save_default_payment_method: z.enum(['off', 'on_subscription']).optional() })
    .optional(),
  proration_behavior: prorationBehavior,
  trial_end: z.union([naturalNumber, z.literal('now')]).optional(),
  trial_settings: z
    .strictObject({
      end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice']) }),
    })
    .optional(),
}

const paymentBehavior = z
  .enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'])
  .optional()

export const createParams = z.strictObject({
  ...common,
  customer: text,
  items: newItems,
  billing_mode: z.strictObject({ type: z.literal('flexible') }).optional(),
  cancel_at: naturalNumber.optional(),
  currency: text.optional(),
  description: text.optional(),
  payment_behavior: paymentBehavior,
  trial_period_days: naturalNumber.optional(),
})
export type CreateParams = z.infer<typeof createParams>

export const updateParams = z.strictObject({
  ...common,
  items: changedItems.optional(),
  cancel_at: emptyable(naturalNumber).optional(),
  cancellation_details: z.strictObject({ comment: emptyable(text).optional() }).optional(),
  description: emptyable(text).optional(),
  payment_behavior: paymentBehavior,
  proration_date: naturalNumber.optional(),
})
export type UpdateParams = z.infer<typeof updateParams>

export const previewParams = z.strictObject({
  customer: text.optional(),
  subscription: text.optional(),
  currency: text.optional(),
  preview_mode: z.enum(['next', 'recurring']).optional(),
  subscription_details: z
    .strictObject({
      items: changedItems.optional(),
      default_tax_rates: taxRates.optional(),
      proration_behavior: prorationBehavior,
      proration_date: naturalNumber.optional(),
      trial_end: z.union([naturalNumber, z.literal('now')]).optional(),
    })
    .optional(),
})
export type PreviewParams = z.infer<typeof previewParams>
