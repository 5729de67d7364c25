import { z } from 'zod'
import { invalidRequest } from '#api/errors.ts'
import { isCreatedWithin, listPage } from '#api/list.ts'
import { operation, pathId, type Context, type Operation } from '#api/operation.ts'
import { boolean, createdFilter, emptyable, pagination, text } from '#api/params.ts'
import { find, ownedBy } from '#payments/find.ts'
import { hasEnded } from './change-subscription.ts'
import { collectAutomatically } from './invoices/collect.ts'
import { createSubscription } from './create-subscription.ts'
import { cancelSubscription, expireSubscription } from './end-subscription.ts'
import { createInvoice, finalizeInvoice } from './invoices/invoicing.ts'
import { creditLines } from './invoices/lines.ts'
import { queueLines } from './invoices/queue-lines.ts'
import type { SubscriptionRecord } from './records.ts'
import { renderSubscription } from './render-subscription.ts'
import { createParams, updateParams } from './subscription-params.ts'
import { updateSubscription } from './update-subscription.ts'

function own(context: Context): SubscriptionRecord {
  return find(context.world.store.subscriptions, context.account, pathId(context), 'subscription', 'id')
}

const create = operation({
  method: 'POST',
  path: '/v1/subscriptions',
  params: createParams,
  run: ({ world, account }, params) => renderSubscription(world, createSubscription(world, account, params)),
})

const retrieve = operation({
  method: 'GET',
  path: '/v1/subscriptions/{id}',
  params: z.strictObject({}),
  run: (context) => renderSubscription(context.world, own(context)),
})

const update = operation({
  method: 'POST',
  path: '/v1/subscriptions/{id}',
  params: updateParams,
  run: (context, params) =>
    renderSubscription(context.world, updateSubscription(context.world, own(context), params)),
})

const cancel = operation({
  method: 'DELETE',
  path: '/v1/subscriptions/{id}',
  params: z.strictObject({
    cancellation_details: z.strictObject({ comment: emptyable(text).optional() }).optional(),
    invoice_now: boolean.optional(),
    prorate: boolean.optional(),
  }),
  run(context, params) {
    const { world } = context
    const before = own(context)
    if (hasEnded(before)) {
      throw invalidRequest(`No active subscription with ID ${before.id}: it has already ended.`, {
        code: 'resource_missing',
      })
    }
    if (before.status === 'incomplete') return renderSubscription(world, expireSubscription(world, before))
    if (params.prorate === true && before.status !== 'trialing') {
      const period = { start: before.current_period_start, end: before.current_period_end }
      queueLines(world, before, creditLines(world, before, world.clock.now(), period))
    }
    if (params.invoice_now === true) invoiceTheRest(context, before)
    const latest = world.store.subscriptions.get(before.id) ?? before
    const comment = params.cancellation_details?.comment ?? latest.cancellation_comment
    return renderSubscription(world, cancelSubscription(world, latest, 'cancellation_requested', comment))
  },
})

/** Invoices the waiting lines before the subscription ends. A negative sum becomes the customer's credit. */
function invoiceTheRest({ world }: Context, subscription: SubscriptionRecord): void {
  const isWaiting = [...world.store.invoiceItems.all()].some((item) => item.subscription === subscription.id)
  if (!isWaiting) return
  const now = world.clock.now()
  const draft = createInvoice(world, subscription, {
    billing_reason: 'subscription_update',
    lines: [],
    period: { start: now, end: now },
    finalizes_at: null,
  })
  const invoice = finalizeInvoice(world, draft)
  if (invoice.status === 'open') collectAutomatically(world, invoice)
}

const statuses = z.enum([
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'trialing',
  'unpaid',
])

const list = operation({
  method: 'GET',
  path: '/v1/subscriptions',
  params: z.strictObject({
    customer: text.optional(),
    price: text.optional(),
    status: statuses.optional(),
    created: createdFilter,
    ...pagination,
  }),
  run({ world, account, path }, params) {
    const subscriptions = ownedBy(world.store.subscriptions, account).filter(
      (one) =>
        (params.customer === undefined || one.customer === params.customer) &&
        (params.price === undefined || one.items.some((item) => item.price === params.price)) &&
        hasStatus(one, params.status) &&
        isCreatedWithin(one.created, params.created),
    )
    return listPage(subscriptions, params, path, (one) => renderSubscription(world, one))
  },
})

/** Canceled subscriptions are left out unless the request filters by status. */
function hasStatus(subscription: SubscriptionRecord, wanted: z.infer<typeof statuses> | undefined): boolean {
  if (wanted === undefined) return subscription.status !== 'canceled'
  if (wanted === 'all') return true
  return wanted === 'ended' ? hasEnded(subscription) : subscription.status === wanted
}

export const subscriptionOperations: Operation[] = [create, retrieve, update, cancel, list]
