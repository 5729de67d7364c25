import { z } from 'zod'
import { withdrawal } from '#buying/withdrawal/contract.ts'
import { csvFormat } from '#foundation/csv/csv-format.ts'
import {
  idempotencyKey,
  idParams,
  sellerListQuery,
  type Contract,
} from '#foundation/http/contract/contract.ts'
import { admissionsTo, resourceRoutes } from '#foundation/http/contract/resource.ts'
import { line, text, uuid } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { purchaseLine } from '#payments/pricing/price.ts'
import { storedSource } from '#payments/purchases/source.ts'
import { refundFailures } from '#payments/refunds/contract.ts'
import { subscription } from '#payments/subscriptions/contract.ts'
import { purchaseKinds, purchaseStatuses } from '#foundation/db/tables/purchases.ts'
import { fieldKinds } from '#selling/forms/fields/form-field.ts'
import { inOrder, saleFilter } from '#selling/list-filters/sale-filter.ts'
import { dashboard, dashboardQuery } from './dashboard/dashboard-wire.ts'

export const purchaseEvents = [
  'refund',
  'refund_failed',
  'dispute',
  'renewal_failed',
  'renewal_retried',
  'renewal_paid',
  'subscription_canceled',
  'subscription_resumed',
  'subscription_ended',
  'price_changed',
  'subscription_paused',
  'subscription_resumed_from_pause',
  'payment_skipped',
  'receipt_resent',
  'withdrawal',
  'other_amount',
] as const
export type PurchaseEvent = (typeof purchaseEvents)[number]

/** A purchase in the list. `total` is in minor units of `currency`. */
export const sale = z.object({
  id: z.string(),
  kind: z.enum(purchaseKinds),
  formId: z.string(),
  /** The form's title at the time of the sale. */
  formTitle: z.string(),
  /** The accepted offer's title, or null for other kinds. */
  offerTitle: z.string().nullable(),
  email: z.string(),
  name: z.string(),
  total: z.number().int(),
  currency: z.string(),
  /** The part of the total that was refunded, or that a bank took back. */
  returned: z.number().int(),
  status: z.enum(purchaseStatuses),
  /** Whether the purchase is free for good. A free trial that leads to payments is not. */
  isFree: z.boolean(),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
  /** Stripe's status for the newest dispute, or null if there is none. */
  disputeStatus: z.string().nullable(),
  /** The subscription's failed renewal, or null if none is unpaid. */
  unpaidRenewal: z
    .object({
      /** Null while unknown. */
      failedAt: z.string().nullable(),
      /** When Stripe automatically retries next, or null if it does not. */
      nextTryAt: z.string().nullable(),
    })
    .nullable(),
})
export type Sale = z.output<typeof sale>

const refundStatuses = ['pending', 'succeeded', 'failed'] as const

/** A refund. `total` and the tax within it are in minor units of the purchase's currency. */
const refund = z.object({
  id: z.string(),
  status: z.enum(refundStatuses),
  total: z.number().int(),
  taxAmount: z.number().int(),
  /** The seller's note about the reason, or null if there is none. */
  reason: z.string().nullable(),
  createdAt: z.string(),
})

/** A dispute or bank inquiry. `total` is in minor units of `currency`. */
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
  /** The customer, or null until the purchase is paid and after the customer was erased. */
  customerId: z.string().nullable(),
  /** The address for emails about the purchase. It differs from `email` after the seller changed it. */
  mailAddress: z.string(),
  /** The order that the purchase belongs to, or null for an order. */
  orderId: z.string().nullable(),
  /** The order's subscription, or null for a one-time price. */
  subscription: subscription.nullable(),
  /** Later charges of the order, newest first, up to 100. `total` is in minor units of the sale's currency. */
  followUps: z.array(
    sale
      .pick({ id: true, kind: true, status: true, total: true, isFree: true, createdAt: true })
      .extend({ title: z.string() }),
  ),
  /** A line's amounts are for the whole `quantity`. */
  lines: z.array(
    purchaseLine.required().extend({
      quantity: z.number().int(),
      /** The bump or the offer that the line sold, or null for other kinds. */
      bumpId: z.string().nullable(),
      offerId: z.string().nullable(),
    }),
  ),
  /** The buyer's answers on the page, in the page's order. */
  answers: z.array(
    z.object({
      slug: z.string(),
      kind: z.enum(fieldKinds),
      /** The question in the seller's own words at that time. */
      label: z.string(),
      answer: z.union([z.string(), z.number(), z.literal(true), z.array(z.string())]),
    }),
  ),
  /** The coupon code, or null without a coupon. */
  couponCode: z.string().nullable(),
  /** Where the buyer came from, according to their link. Null if the link had no tags. */
  source: storedSource.nullable(),
  /** The version of the form that was bought, or null if unknown. */
  formVersion: z.number().int().nullable(),
  /** The language of the purchase's pages and emails, such as `de`. */
  language: z.string(),
  /** The coupon's discount on the lines, before added tax. */
  discountAmount: z.number().int(),
  subtotal: z.number().int(),
  taxAmount: z.number().int(),
  /** The application fee as charged by Stripe. Refunds return it in proportion. */
  applicationFeeAmount: z.number().int(),
  /** The card with Stripe's name for its brand, or null if it was not paid by card or the card is unknown. */
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  /** Stripe's type of payment method, such as "ideal", or null for cards or if unknown. */
  paymentMethodType: z.string().nullable(),
  /** While a bank is processing the payment, the latest time by which it settles. */
  settlesBy: z.string().nullable(),
  /** Until when the buyer can reverse a debit without a reason, or null if they cannot. */
  takenBackUntil: z.string().nullable(),
  /** The PaymentIntent on the seller's account, or null for a free purchase. */
  paymentIntentId: z.string().nullable(),
  failureMessage: z.string().nullable(),
  refunds: z.array(refund),
  disputes: z.array(dispute),
  /** The refundable amount in minor units, or 0 while a dispute holds the money. */
  refundable: z.number().int(),
  /**
   * While a renewal is unpaid, the link to the buyer's own page, where they enter another card. Only for members who
   * can change their own shop's sales, otherwise null.
   */
  buyerLink: z.string().nullable(),
  /** The buyer's right of withdrawal, or null if nothing was paid. */
  withdrawal: z
    .object({
      /** The text the buyer sees, or null if there is nothing to show. */
      right: z.string().nullable(),
      /** Earlier withdrawals and their outcome, as the buyer sees them. */
      made: z.array(z.string()),
      /** Consents given before paying, word for word. */
      consents: z.array(z.object({ text: z.string(), givenAt: z.string() })),
      isGoods: z.boolean(),
      /** The delivery date of goods, such as "2026-11-22", or null until the seller enters it. */
      deliveredOn: z.string().nullable(),
    })
    .nullable(),
  /** Statements about the purchase that are waiting for the seller. Empty for members who cannot see withdrawals. */
  openWithdrawals: z.array(withdrawal),
  /** A link to the invoice PDF that works for some hours, or null if nothing was paid. */
  invoicePath: z.string().nullable(),
  /** A link to the invoice as data (UBL), or null if it cannot be an e-invoice. */
  invoiceXmlPath: z.string().nullable(),
  /** The invoice's number, or null if it is not numbered yet or there is none. */
  invoiceNumber: z.string().nullable(),
  /**
   * The purchase's credit notes and its invoices other than the valid one, oldest first, with links that work for some
   * hours.
   */
  documents: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['invoice', 'credit']),
      number: z.string(),
      /** Whether a credit note and a new invoice have replaced it. */
      isReplaced: z.boolean(),
      path: z.string(),
      xmlPath: z.string().nullable(),
    }),
  ),
  /**
   * The evidence of the buyer's country: the one that they chose, which decided the tax, and that of their card, or null
   * if unknown. Null for forms with one tax for all countries.
   */
  place: z.object({ country: z.string(), cardCountry: z.string().nullable() }).nullable(),
  /**
   * The buyer's VAT number with the register's last response, or null if the sale's tax does not depend on one. A
   * `malformed` number cannot be one of the buyer's country, so the register was not asked.
   */
  vatNumber: z
    .object({
      /** With its country's prefix, such as "ATU12345671", or as typed if it is malformed. */
      number: z.string(),
      status: z.enum(['verified', 'unverified', 'unavailable', 'malformed']),
      /** The name under which the company is registered, or null if unknown. */
      name: z.string().nullable(),
      /** The name that the buyer gave for the invoice, or null if they gave none. */
      givenName: z.string().nullable(),
      /** The register's consultation number, which proves that the number was checked. */
      requestId: z.string().nullable(),
      /** When the register was last asked, or null if never. */
      checkedAt: z.string().nullable(),
      /** Whether it was confirmed after the tax had been paid. */
      isLate: z.boolean(),
    })
    .nullable(),
  /**
   * `event` is an event other than the payment, with the payment's `status` at that time. Null if the entry is a change
   * of that status.
   */
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
 * Totals of the matching purchases in one currency, in its minor units.
 * - `purchases`: their number, unpaid ones included.
 * - `total`: the amount paid, tax included.
 * - `returned`: the part of it that was refunded or reversed by disputes; with the status `returned`, on these days
 *   only.
 */
const saleTotal = z.object({
  currency: z.string(),
  purchases: z.number().int(),
  total: z.number().int(),
  returned: z.number().int(),
})
export type SaleTotal = z.output<typeof saleTotal>

/** Totals by currency, the one with the most purchases first, or null if there are too many to add up. */
export const saleTotals = z.object({ totals: z.array(saleTotal).nullable() })

/** The rows of `page`, or with `before` those after that purchase, which is fast for any page. */
export const saleListQuery = inOrder(
  sellerListQuery.extend(saleFilter.shape).extend({ before: uuid.optional() }),
)
export type SaleListQuery = z.output<typeof saleListQuery>

/** A search (`q`) and filter. */
export const exportQuery = inOrder(saleFilter.extend({ q: text(200).trim().default('') }))
export type ExportQuery = z.output<typeof exportQuery>

/** A search and filter, with the file's format. */
export const exportLinkQuery = inOrder(
  saleFilter.extend({ q: text(200).trim().default(''), format: csvFormat }),
)

const admits = admissionsTo('onboarded', 'sales')
const sales = resourceRoutes('/sales', admits)

export const salesContract = {
  listSales: sales.list(
    "Lists the seller's purchases, newest first, filtered by customer, form, status, kind, subscription, currency and days; `q` searches email, name and the company on the invoice, finds texts and phone numbers that buyers answered by how they begin, and finds the one with this id, PaymentIntent or invoice number. For the next page, pass the id of the last row as `before`",
    saleListQuery,
    sale,
  ),
  sumSales: {
    ...admits.read,
    method: 'GET',
    path: '/sales/totals',
    summary: 'Adds up, by currency, the purchases that the list shows with the same search and filter',
    query: exportQuery,
    ok: { status: 200, schema: saleTotals },
  },
  getSale: sales.read('Reads one purchase with its lines and its history', saleDetail),
  getDashboard: {
    ...admits.read,
    method: 'GET',
    path: '/sales/dashboard',
    summary:
      'Returns the numbers of the seller, or with `form` of that form, for a period and the previous one: revenue by currency, conversion, take rates of bumps and offers',
    query: dashboardQuery,
    failures: { not_found: 404 },
    ok: { status: 200, schema: dashboard },
  },
  getExportLink: {
    ...admits.read,
    method: 'GET',
    path: '/sales/export-link',
    isPersonal: true,
    summary:
      'Returns a path on this host where these days’ purchases can be downloaded as CSV for two minutes, without a token',
    query: exportLinkQuery,
    ok: { status: 200, schema: z.object({ path: z.string() }) },
  },
  resendReceipt: {
    ...admits.write,
    method: 'POST',
    path: '/sales/:id/receipts',
    summary:
      'Sends the receipt of a paid purchase again, to the address on the purchase; up to five times a day. Send an Idempotency-Key and keep it for retries: each key sends one email',
    params: idParams,
    headers: z.object({ 'idempotency-key': idempotencyKey.optional() }),
    failures: { not_paid: 409, buyer_erased: 409 },
    ok: { status: 202, schema: z.object({ recipient: z.string() }) },
  },
  refundSale: {
    method: 'POST',
    path: '/sales/:id/refunds',
    summary:
      'Refunds part of a purchase (`amount`, in major units) or all that remains. Send an Idempotency-Key and keep it for retries: each key makes one refund. `reason` is a note for the team, which the buyer does not see',
    access: 'onboarded',
    right: { entity: 'refunds', verb: 'write' },
    params: idParams,
    headers: z.object({ 'idempotency-key': idempotencyKey.optional() }),
    body: z.object({
      amount: z.number({ error: messages.number }).optional(),
      reason: line(200).optional(),
    }),
    failures: refundFailures,
    ok: { status: 201, schema: refund },
  },
} as const satisfies Contract
