import { z } from 'zod'
import { eventTypes } from '#foundation/events/event-types.ts'
import { idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { admissionsTo } from '#foundation/http/contract/resource.ts'
import { text } from '#foundation/http/input/fields.ts'
import { issued } from '#selling/invoices/contract.ts'
import { recovery } from '#selling/recovery/contract.ts'
import { saleDetail } from '#selling/sales/contract.ts'

/** The version of the event format. A change that breaks receivers gets a new version. */
export const apiVersion = '2026-12-01'

/** A purchase in an event, as `GET /sales/:id` returns it, but without texts and links for people. */
const eventPurchase = saleDetail.omit({
  openWithdrawals: true,
  buyerLink: true,
  invoicePath: true,
  invoiceNumber: true,
  documents: true,
  invoiceXmlPath: true,
  vatNumber: true,
  place: true,
  withdrawal: true,
  history: true,
})

const payout = z.object({
  id: z.string(),
  outcome: z.enum(['paid', 'failed']),
  /** The amount in minor units of `currency`. */
  amount: z.number().int(),
  currency: z.string(),
  /** Whether the payout is collected from the bank account. */
  isDebit: z.boolean(),
  failureCode: z.string().nullable(),
  failureMessage: z.string().nullable(),
})

/** A lost payment without its buyer. `total` is in minor units of `currency`. */
const eventRecovery = recovery
  .pick({ id: true, kind: true, formId: true, total: true, currency: true })
  .extend(recovery.pick({ state: true, sent: true, paidSaleId: true }).shape)

/**
 * The objects of an event in their current state, so an erased buyer is erased here as well.
 * - `purchase`: null once it is deleted. For a subscription or its renewals, the order it began with.
 * - `refund`, `dispute`: of this purchase.
 * - `customer`: null once erased; after a merge the remaining one.
 * - `payout`: null after a year.
 * - `form`: null once deleted.
 * - `stock`: null once its limit is removed. `left` includes items of payments in progress.
 */
const eventData = z.object({
  purchase: eventPurchase.nullable().optional(),
  refund: saleDetail.shape.refunds.element.nullable().optional(),
  dispute: saleDetail.shape.disputes.element.nullable().optional(),
  customer: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable().optional(),
  payout: payout.nullable().optional(),
  invoice: issued.omit({ path: true }).nullable().optional(),
  recovery: eventRecovery.nullable().optional(),
  form: z.object({ id: z.string(), title: z.string() }).nullable().optional(),
  stock: z.object({ limit: z.number().int(), left: z.number().int() }).nullable().optional(),
})
export type EventData = z.input<typeof eventData>

/** An event as lists return it, and as a receiver with `isThin` gets it. */
export const thinEvent = z.object({
  /** The event's id, the same each time it is sent. */
  id: z.string(),
  /** A number that grows with each of the shop's events, with gaps. */
  sequence: z.number().int(),
  type: z.enum(eventTypes),
  apiVersion: z.string(),
  createdAt: z.string(),
  /**
   * The id of the object that the event is about: a refund, dispute, subscription, invoice, price, statement,
   * customer, payout, lost payment, form, offer, bump or purchase.
   */
  objectId: z.string(),
  purchaseId: z.string().nullable(),
})
export type ThinEvent = z.output<typeof thinEvent>

export const event = thinEvent.extend({ data: eventData })
export type EventWire = z.output<typeof event>

const position = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

const eventQuery = z.object({
  /** Events after this `sequence`, oldest first. */
  after: position.optional(),
  /** Lists the events before this `sequence`, newest first, which is also the default order. */
  before: position.optional(),
  type: z.enum(eventTypes).optional(),
  /** Finds the events with this id, of this purchase or about this object. */
  q: text(200).trim().default(''),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  /** `true`: without `data`. */
  thin: z.stringbool().default(false),
})
export type EventQuery = z.output<typeof eventQuery>

const admits = admissionsTo('signed-in', 'developers')

export const eventsContract = {
  listEvents: {
    ...admits.read,
    method: 'GET',
    path: '/events',
    summary:
      'Lists the events of the last 90 days: with `after`, those after that `sequence`, oldest first; otherwise, newest first. Objects are in their current state',
    query: eventQuery,
    ok: {
      status: 200,
      schema: z.object({
        data: z.array(thinEvent.extend({ data: eventData.optional() })),
        /** Whether there are more events in this order. */
        hasMore: z.boolean(),
      }),
    },
  },
  readEvent: {
    ...admits.read,
    method: 'GET',
    path: '/events/:id',
    summary: 'Reads one event; its objects are in their current state',
    params: idParams,
    failures: { not_found: 404 },
    ok: { status: 200, schema: event },
  },
} as const satisfies Contract
