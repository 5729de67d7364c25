import { z } from 'zod'
import { csvFormat } from '#foundation/csv/csv-format.ts'
import { idInPath, idParams, sellerListQuery, type Contract } from '#foundation/http/contract/contract.ts'
import { admissionsTo, resourceRoutes } from '#foundation/http/contract/resource.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { emailAddress, requiredText, text, uuid } from '#foundation/http/input/fields.ts'
import { subscription } from '#payments/subscriptions/contract.ts'
import { customerFilter, tag } from '#selling/list-filters/customer-filter.ts'

const timelineKinds = [
  'purchase',
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
 * Something that happened between a customer and the shop.
 * - `purchaseId`: the purchase that it belongs to; null for a note, a correction and a merge.
 * - `title`: what was bought, shown or written, which address was corrected to which, or with whom somebody was merged.
 * - `state`: a word of its kind: of a purchase its kind, or what it began for which nothing was paid at first, of a refund
 *   or dispute how it stands, of a mail whether it was sent, of a subscription what happened, of a withdrawal what became
 *   of it.
 * - `amount`: in minor units of `currency`; null for what began without a payment.
 * - `who`: who wrote the note or corrected the address, or where the mail went.
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
})
export type TimelineEntry = z.output<typeof timelineEntry>

/** What somebody paid in one currency, less what went back; in its minor units. */
const value = z.object({ currency: z.string(), total: z.number().int() })

/** A customer in the list. */
export const customer = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** A code of ISO 3166-1, as they last wrote it for an invoice; null: they never did. */
  country: z.string().nullable(),
  /** How many were paid, renewals and offers included. */
  purchases: z.number().int(),
  value: z.array(value),
  firstPaidAt: z.string(),
  /** Null where no purchase is theirs at the moment. */
  lastPaidAt: z.string().nullable(),
  tags: z.array(z.string()),
})
export type Customer = z.output<typeof customer>

const otherCustomer = z.object({ id: z.string(), name: z.string(), email: z.string() })
export type OtherCustomer = z.output<typeof otherCustomer>

export const customerDetail = customer.extend({
  subscriptions: z.array(z.object({ orderId: z.string(), subscription })),
  /** The newest first, at most 100. */
  timeline: z.array(timelineEntry),
  /** Who was taken for the same person; `undoableUntil` null: it is too late to undo. */
  merged: z.array(otherCustomer.extend({ mergedAt: z.string(), undoableUntil: z.string().nullable() })),
  /** Who may be the same person: by an address that differs after a plus sign only, or by name. */
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
    "Lists the seller's customers, the newest first, narrowed by tag, form, subscription, value and last purchase; `q` searches email and name. With `before`, the id of the last row of a page, the next page costs the same however late it is",
    customerListQuery,
    customer,
  ),
  listCustomerTags: {
    ...admits.read,
    method: 'GET',
    path: '/customers/tags',
    summary: "The tags of the seller's customers, in order, at most 1,000",
    ok: { status: 200, schema: z.object({ tags: z.array(z.string()) }) },
  },
  getCustomerExportLink: {
    ...admits.read,
    method: 'GET',
    path: '/customers/export-link',
    summary: 'Answers the path of these customers as CSV: on this host, for two minutes, without a token',
    query: customerExportQuery,
    ok: { status: 200, schema: z.object({ path: z.string() }) },
  },
  getCustomer: customers.read(
    'Reads one customer with all that happened; who was merged into another is answered as that one',
    customerDetail,
  ),
  exportCustomer: {
    ...admits.read,
    method: 'GET',
    path: '/customers/:id/data',
    summary: 'All that is kept about a customer, to be handed to them',
    params: idParams,
    ok: { status: 200, schema: customerDetail.omit({ twins: true }).extend({ exportedAt: z.string() }) },
  },
  tagCustomer: customers.update(
    'Gives a customer these tags and no others',
    z.object({ tags: z.array(tag).max(30, { error: messages.most(30) }) }),
    customerDetail,
  ),
  correctCustomerEmail: {
    ...admits.update,
    method: 'POST',
    proof: 'recent',
    path: '/customers/:id/email',
    summary:
      "Corrects a customer's address: mails go there from now on, invoices and sales stay as they were",
    params: idParams,
    body: z.object({ email: emailAddress }),
    ok: record,
  },
  addCustomerNote: {
    ...admits.update,
    method: 'POST',
    path: '/customers/:id/notes',
    summary: 'Writes a note about a customer, for the team alone',
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
      'Mails a customer the link to all that they bought in the shop, where their mails go; at most five times an hour, with those that they ask for themselves',
    params: idParams,
    ok: { status: 202, schema: z.object({ recipient: z.string() }) },
  },
  mergeCustomer: {
    ...admits.update,
    method: 'POST',
    path: '/customers/:id/merges',
    summary:
      'Takes another customer for the same person: their purchases, tags and notes are shown here, and mails go where they went',
    params: idParams,
    body: z.object({ customer: uuid }),
    failures: { same_customer: 409 },
    ok: record,
  },
  undoCustomerMerge: {
    ...admits.update,
    method: 'DELETE',
    path: '/customers/:id/merges/:goneId',
    summary: 'Undoes a merge within 30 days: whoever was merged is a customer of their own again',
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
      'Erases a customer: address, name, tags, notes and the texts of mails. Sales and invoices stay, as the law asks',
    params: idParams,
    failures: { has_subscription: 409, mail_waiting: 409 },
    ok: { status: 200, schema: z.object({ name: z.string() }) },
  },
} as const satisfies Contract
