import { z } from 'zod'
import { csvFormat } from '#foundation/csv/csv-format.ts'
import { idInPath, idParams, sellerListQuery, type Contract } from '#foundation/http/contract/contract.ts'
import { admissionsTo, resourceRoutes } from '#foundation/http/contract/resource.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { emailAddress, requiredText, text, uuid } from '#foundation/http/input/fields.ts'
import { storedSource } from '#payments/purchases/source.ts'
import { subscription } from '#payments/subscriptions/contract.ts'
import { customerFilter, tag } from '#selling/list-filters/customer-filter.ts'

const timelineKinds = [
  'purchase',
  'answers',
  'refund',
  'dispute',
  'withdrawal',
  'subscription',
  'offer_shown',
  'offer_declined',
  'mail',
  'note',
  'correction',
  'merge',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

/**
 * An event in a customer's history with the shop.
 * - `purchaseId`: its purchase; null for a note, a correction and a merge.
 * - `title`: the item bought or shown, the answers on its page, the note's text, the old and new address, or the merged customer.
 * - `state`: a purchase's kind or the trial or free subscription it started; the status of a refund, dispute, email or
 *   withdrawal; the event of a subscription.
 * - `amount`: in minor units of `currency`; null without a payment.
 * - `who`: the member who wrote the note or changed the address, or the email's recipient.
 * - `source`: where an order came from; null for all else.
 */
const timelineEntry = z.object({
  id: z.string(),
  kind: z.enum(timelineKinds),
  at: z.string(),
  purchaseId: z.string().nullable(),
  title: z.string(),
  state: z.string().nullable(),
  amount: z.number().int().nullable(),
  currency: z.string().nullable(),
  who: z.string().nullable(),
  source: storedSource.nullable(),
})
export type TimelineEntry = z.output<typeof timelineEntry>

/** A customer's payments in one currency minus refunds and disputes, in its minor units. */
const value = z.object({ currency: z.string(), total: z.number().int() })

/** A customer as listed. */
export const customer = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** The ISO 3166-1 code from the customer's last invoice details, or null if they never entered any. */
  country: z.string().nullable(),
  /** The number of paid purchases, including renewals and offers. */
  purchases: z.number().int(),
  value: z.array(value),
  firstPaidAt: z.string(),
  /** Null while the customer has no purchases. */
  lastPaidAt: z.string().nullable(),
  tags: z.array(z.string()),
})
export type Customer = z.output<typeof customer>

const otherCustomer = z.object({ id: z.string(), name: z.string(), email: z.string() })
export type OtherCustomer = z.output<typeof otherCustomer>

export const customerDetail = customer.extend({
  subscriptions: z.array(z.object({ orderId: z.string(), subscription })),
  /** The customer's history, newest first, up to 100 events. */
  timeline: z.array(timelineEntry),
  /** Customers merged into this one. `undoableUntil` is null when it is too late to undo. */
  merged: z.array(otherCustomer.extend({ mergedAt: z.string(), undoableUntil: z.string().nullable() })),
  /** Possible duplicates: customers with the same name, or with addresses that differ only after a plus sign. */
  twins: z.array(otherCustomer),
})
export type CustomerDetail = z.output<typeof customerDetail>

export const customerListQuery = sellerListQuery
  .extend(customerFilter.shape)
  .extend({ before: uuid.optional() })
export type CustomerListQuery = z.output<typeof customerListQuery>

export const customerExportQuery = customerFilter.extend({
  q: text(200).trim().default(''),
  format: csvFormat,
})
export type CustomerExportQuery = z.output<typeof customerExportQuery>

const admits = admissionsTo('onboarded', 'customers')
const customers = resourceRoutes('/customers', admits)
const record = { status: 200, schema: customerDetail } as const

export const customersContract = {
  listCustomers: customers.list(
    "Lists the seller's customers, newest first, filtered by tag, form, subscription, value and last purchase; `q` searches email and name. For the next page, pass the id of the last row as `before`",
    customerListQuery,
    customer,
  ),
  listCustomerTags: {
    ...admits.read,
    method: 'GET',
    path: '/customers/tags',
    summary: "Lists the tags of the seller's customers, in order, up to 1,000",
    ok: { status: 200, schema: z.object({ tags: z.array(z.string()) }) },
  },
  getCustomerExportLink: {
    ...admits.read,
    method: 'GET',
    path: '/customers/export-link',
    isPersonal: true,
    summary:
      'Returns a path on this host where these customers can be downloaded as CSV for two minutes, without a token',
    query: customerExportQuery,
    ok: { status: 200, schema: z.object({ path: z.string() }) },
  },
  getCustomer: customers.read(
    'Reads one customer with their history; a merged customer is returned as the one they were merged into',
    customerDetail,
  ),
  exportCustomer: {
    ...admits.read,
    method: 'GET',
    path: '/customers/:id/data',
    isPersonal: true,
    summary: 'Exports all data stored about a customer, to give to them',
    params: idParams,
    ok: { status: 200, schema: customerDetail.omit({ twins: true }).extend({ exportedAt: z.string() }) },
  },
  tagCustomer: customers.update(
    "Replaces a customer's tags",
    z.object({ tags: z.array(tag).max(30, { error: () => messages.most(30) }) }),
    customerDetail,
  ),
  correctCustomerEmail: {
    ...admits.update,
    method: 'POST',
    proof: 'recent',
    path: '/customers/:id/email',
    summary: "Changes a customer's address: future emails go there, invoices and sales stay the same",
    params: idParams,
    body: z.object({ email: emailAddress }),
    ok: record,
  },
  addCustomerNote: {
    ...admits.update,
    method: 'POST',
    path: '/customers/:id/notes',
    summary: 'Adds a note about a customer, visible only to the team',
    params: idParams,
    body: z.object({ text: requiredText(2_000) }),
    ok: { status: 201, schema: customerDetail },
  },
  deleteCustomerNote: {
    ...admits.update,
    method: 'DELETE',
    path: '/customers/:id/notes/:noteId',
    summary: 'Deletes a note',
    params: idParams.extend({ noteId: idInPath }),
    ok: record,
  },
  sendAccessLink: {
    ...admits.update,
    method: 'POST',
    path: '/customers/:id/links',
    summary:
      'Emails a customer the link to all their purchases in the shop, up to five times an hour, including links they request themselves',
    params: idParams,
    ok: { status: 202, schema: z.object({ recipient: z.string() }) },
  },
  mergeCustomer: {
    ...admits.update,
    method: 'POST',
    path: '/customers/:id/merges',
    summary:
      'Merges another customer into this one: their purchases, tags and notes are shown here, and emails keep going to their address',
    params: idParams,
    body: z.object({ customer: uuid }),
    failures: { same_customer: 409 },
    ok: record,
  },
  undoCustomerMerge: {
    ...admits.update,
    method: 'DELETE',
    path: '/customers/:id/merges/:goneId',
    summary: 'Undoes a merge within 30 days: the merged customer is separate again',
    params: idParams.extend({ goneId: idInPath }),
    failures: { too_late: 409 },
    ok: record,
  },
  eraseCustomer: {
    ...admits.update,
    method: 'DELETE',
    proof: 'recent',
    path: '/customers/:id',
    summary:
      'Erases a customer: address, name, tags, notes and the texts of emails. Sales and invoices are kept by law',
    params: idParams,
    failures: { has_subscription: 409, mail_waiting: 409 },
    ok: { status: 200, schema: z.object({ name: z.string() }) },
  },
} as const satisfies Contract
