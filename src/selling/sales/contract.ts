import { z } from 'zod'
import { csvFormat } from '#foundation/csv/csv-format.ts'
import {
  idempotencyKey,
  idParams,
  sellerListQuery,
  type Contract,
} from '#foundation/http/contract/contract.ts'
import { admissionsTo, resourceRoutes } from '#foundation/http/contract/resource.ts'
import { text, uuid } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { purchaseLine } from '#payments/pricing/price.ts'
import { refundFailures } from '#payments/refunds/contract.ts'
import { subscription } from '#payments/subscriptions/contract.ts'
import { purchaseKinds, purchaseStatuses } from '#foundation/db/tables/purchases.ts'
import { inOrder, saleFilter } from '#selling/list-filters/sale-filter.ts'
import { dashboard, dashboardQuery } from './dashboard/dashboard-wire.ts'

export const purchaseEvents = [
  'refund',
  'dispute',
  'renewal_failed',
  'renewal_retried',
  'renewal_paid',
  'subscription_canceled',
  'subscription_resumed',
  'price_changed',
  'receipt_resent',
  'other_amount',
] as const
export type PurchaseEvent = (typeof purchaseEvents)[number]

/** A purchase in the list; `total` is in minor units of `currency`. */
export const sale = z.object({
  id: z.string(),
  kind: z.enum(purchaseKinds),
  formId: z.string(),
  /** What was sold, as it was called then. */
  formTitle: z.string(),
  /** The offer that it is of; null where it is of none. */
  offerTitle: z.string().nullable(),
  email: z.string(),
  name: z.string(),
  total: z.number().int(),
  currency: z.string(),
  status: z.enum(purchaseStatuses),
  /** Whether it costs nothing, now or later: what begins payments, such as a free trial, does not. */
  isFree: z.boolean(),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
  /** How the newest dispute stands, as the provider spells it; null where nobody disputes the payment. */
  disputeStatus: z.string().nullable(),
  /** The renewal of its subscription that could not be charged; null where none is unpaid. */
  unpaidRenewal: z
    .object({
      /** Null while that is not known. */
      failedAt: z.string().nullable(),
      /** The provider's next try by itself; null: there is none. */
      nextTryAt: z.string().nullable(),
    })
    .nullable(),
})
export type Sale = z.output<typeof sale>

const refundStatuses = ['pending', 'succeeded', 'failed'] as const

/** Money that goes back to the buyer; `total` and the tax within it are in minor units of the purchase's currency. */
const refund = z.object({
  id: z.string(),
  status: z.enum(refundStatuses),
  total: z.number().int(),
  taxAmount: z.number().int(),
  createdAt: z.string(),
})

/** A charge that the buyer's bank takes back or asks about; `total` is in minor units of `currency`. */
const dispute = z.object({
  id: z.string(),
  status: z.string(),
  reason: z.string(),
  total: z.number().int(),
  currency: z.string(),
  evidenceDueAt: z.string().nullable(),
  createdAt: z.string(),
})

export const saleDetail = sale.extend({
  /** Who bought it; null until it is paid, and for who was erased. */
  customerId: z.string().nullable(),
  /** Where its mails go; another address than `email` since the seller corrected that. */
  mailAddress: z.string(),
  /** The order that it belongs to; null for an order. */
  orderId: z.string().nullable(),
  /** What the order goes on with; null where its price was paid once. */
  subscription: subscription.nullable(),
  /** What was charged for the order later, newest first, at most 100; `total` in minor units of the sale's currency. */
  followUps: z.array(
    sale
      .pick({ id: true, kind: true, status: true, total: true, isFree: true, createdAt: true })
      .extend({ title: z.string() }),
  ),
  /** `quantity`: how many a line is of; its amounts are of all of them. */
  lines: z.array(purchaseLine.required().extend({ quantity: z.number().int() })),
  /** The code of the coupon that it was bought with; null: none. */
  couponCode: z.string().nullable(),
  /** What the coupon took off its lines, before tax that is added. */
  discountAmount: z.number().int(),
  subtotal: z.number().int(),
  taxAmount: z.number().int(),
  /** Our part of the total, as the provider took it; refunds give it back in proportion. */
  applicationFeeAmount: z.number().int(),
  /** The card that paid, as the provider names its brand; null: none did, or it is not known. */
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  /** What pays it, as the provider names the type of payment method, such as "ideal"; null: by card, or it is not known. */
  paymentMethodType: z.string().nullable(),
  /** While a bank has the payment: by when it will have said whether it pays. */
  settlesBy: z.string().nullable(),
  /** Until when the buyer can have a debit taken back, with nothing to be said against it; null: not at all. */
  takenBackUntil: z.string().nullable(),
  /** The PaymentIntent on the seller's account; null for a free purchase. */
  paymentIntentId: z.string().nullable(),
  failureMessage: z.string().nullable(),
  refunds: z.array(refund),
  disputes: z.array(dispute),
  /** What can still be refunded, in minor units; nothing while a dispute holds the money. */
  refundable: z.number().int(),
  /**
   * While a renewal is unpaid, the buyer's own page, where they put in another card; for who may change sales of their own
   * shop, else null.
   */
  buyerLink: z.string().nullable(),
  /** The buyer's right to withdraw from it; null: nothing was paid. */
  withdrawal: z
    .object({
      /** As the buyer reads it; null: there is none to tell of. */
      right: z.string().nullable(),
      /** What the buyer has withdrawn from already, and what came of it: as they read it. */
      made: z.array(z.string()),
      /** What they agreed to before paying, word for word. */
      consents: z.array(z.object({ text: z.string(), givenAt: z.string() })),
      isGoods: z.boolean(),
      /** The day on which goods arrived, "2026-11-22"; null: not yet, as far as the seller says. */
      deliveredOn: z.string().nullable(),
    })
    .nullable(),
  /** Where the invoice can be had as a PDF for some hours; null: it was never paid. */
  invoicePath: z.string().nullable(),
  /** `event`: what happened beside the payment, which stood at `status` then; null for a move of the payment itself. */
  history: z.array(
    z.object({
      status: z.enum(purchaseStatuses),
      at: z.string(),
      cause: z.string(),
      event: z.enum(purchaseEvents).nullable(),
    }),
  ),
})
export type SaleDetail = z.output<typeof saleDetail>

/**
 * What the purchases that are found come to in one currency, in its minor units.
 * - `purchases`: how many they are, unpaid ones included.
 * - `total`: what was paid for them, tax included.
 * - `returned`: what of it went back, by refunds and disputes; with the status `returned`, on these days alone.
 */
const saleTotal = z.object({
  currency: z.string(),
  purchases: z.number().int(),
  total: z.number().int(),
  returned: z.number().int(),
})
export type SaleTotal = z.output<typeof saleTotal>

/** By currency, the one with the most purchases first; null where they are more than are added up at once. */
export const saleTotals = z.object({ totals: z.array(saleTotal).nullable() })

/** Which rows of the list: those of `page`, or with `before` those that follow that purchase, however late the page is. */
export const saleListQuery = inOrder(
  sellerListQuery.extend(saleFilter.shape).extend({ before: uuid.optional() }),
)
export type SaleListQuery = z.output<typeof saleListQuery>

/** Which purchases: those that `q` finds, and that a filter leaves. */
export const exportQuery = inOrder(saleFilter.extend({ q: text(200).trim().default('') }))
export type ExportQuery = z.output<typeof exportQuery>

/** Which purchases, and for whom the file is written. */
export const exportLinkQuery = inOrder(
  saleFilter.extend({ q: text(200).trim().default(''), format: csvFormat }),
)

const admits = admissionsTo('onboarded', 'sales')
const sales = resourceRoutes('/sales', admits)

export const salesContract = {
  listSales: sales.list(
    "Lists the seller's purchases, newest first, narrowed by customer, form, status, kind, subscription, currency and days; `q` searches email, name and the company that the invoice is made out to, and finds the one with this id, PaymentIntent or invoice number. With `before`, the id of the last row of a page, the next page costs the same however late it is",
    saleListQuery,
    sale,
  ),
  sumSales: {
    ...admits.read,
    method: 'GET',
    path: '/sales/totals',
    summary:
      'What the purchases come to that the list would have with the same search and filter, by currency',
    query: exportQuery,
    ok: { status: 200, schema: saleTotals },
  },
  getSale: sales.read('Reads one purchase with its lines and its history', saleDetail),
  getDashboard: {
    ...admits.read,
    method: 'GET',
    path: '/sales/dashboard',
    summary:
      "The seller's numbers for a period and the one before it: revenue by currency, conversion, take rates of bumps and offers",
    query: dashboardQuery,
    ok: { status: 200, schema: dashboard },
  },
  getExportLink: {
    ...admits.read,
    method: 'GET',
    path: '/sales/export-link',
    summary:
      'Answers the path of these days’ purchases as CSV: on this host, for two minutes, without a token',
    query: exportLinkQuery,
    ok: { status: 200, schema: z.object({ path: z.string() }) },
  },
  resendReceipt: {
    ...admits.write,
    method: 'POST',
    path: '/sales/:id/receipts',
    summary:
      'Sends the receipt of a paid purchase once more, to the address on the purchase; at most five times a day. Send an Idempotency-Key and keep it for retries: one key is one mail',
    params: idParams,
    headers: z.object({ 'idempotency-key': idempotencyKey.optional() }),
    failures: { not_paid: 409, buyer_erased: 409 },
    ok: { status: 202, schema: z.object({ recipient: z.string() }) },
  },
  refundSale: {
    method: 'POST',
    path: '/sales/:id/refunds',
    summary:
      'Refunds part of a purchase (`amount`, in major units) or all that is left of it. Send an Idempotency-Key and keep it for retries: of one purchase, one key is one refund',
    access: 'onboarded',
    right: { entity: 'refunds', verb: 'write' },
    params: idParams,
    headers: z.object({ 'idempotency-key': idempotencyKey.optional() }),
    body: z.object({ amount: z.number({ error: messages.number }).optional() }),
    failures: refundFailures,
    ok: { status: 201, schema: refund },
  },
} as const satisfies Contract
