import { z } from 'zod'
import { invalidRequest } from '#api/errors.ts'
import { asList, isCreatedWithin, listPage } from '#api/list.ts'
import { operation, pathId, type Context, type Operation } from '#api/operation.ts'
import { boolean, createdFilter, emptyable, metadata, pagination, text } from '#api/params.ts'
import { emit } from '#events/emit.ts'
import type { JsonObject } from '#json.ts'
import { declineError } from '#payments/confirm.ts'
import { find, ownedBy } from '#payments/find.ts'
import { resolvePaymentMethod } from '#payments/payment-methods.ts'
import { mergeMetadata } from '#store/merge-metadata.ts'
import type { World } from '#world.ts'
import { applyPaidInvoice } from './apply-payment.ts'
import { changeSubscription } from './change-subscription.ts'
import { defaultMethod, payInvoice } from './collect.ts'
import { noDefaultMethod } from './create-subscription.ts'
import { expireSubscription } from './end-subscription.ts'
import { finalizeInvoice, markPaid, voidInvoice } from './invoicing.ts'
import { previewInvoice } from './preview-invoice.ts'
import type { InvoiceRecord } from './records.ts'
import { renderInvoice, renderInvoicePayment, renderLine } from './render-invoice.ts'
import { previewParams } from './subscription-params.ts'

function own(context: Context): InvoiceRecord {
  return find(context.world.store.invoices, context.account, pathId(context), 'invoice', 'id')
}

function rendered(context: Context): JsonObject {
  return renderInvoice(context.world, own(context))
}

const retrieve = operation({
  method: 'GET',
  path: '/v1/invoices/{id}',
  params: z.strictObject({}),
  run: rendered,
})

const update = operation({
  method: 'POST',
  path: '/v1/invoices/{id}',
  params: z.strictObject({ metadata: emptyable(metadata).optional(), auto_advance: boolean.optional() }),
  run(context, params) {
    const { world, account } = context
    const before = own(context)
    const changed = world.store.invoices.put({
      ...before,
      auto_advance: params.auto_advance ?? before.auto_advance,
      metadata: mergeMetadata(before.metadata, params.metadata),
    })
    emit(world, account, 'invoice.updated', renderInvoice(world, changed))
    return renderInvoice(world, changed)
  },
})

const finalize = operation({
  method: 'POST',
  path: '/v1/invoices/{id}/finalize',
  params: z.strictObject({ auto_advance: boolean.optional() }),
  run(context) {
    const { world } = context
    const draft = own(context)
    if (draft.status !== 'draft') throw invalidRequest('This invoice is already finalized.')
    const invoice = finalizeInvoice(world, draft)
    applyFree(world, invoice)
    return rendered(context)
  },
})

function applyFree(world: World, invoice: InvoiceRecord): void {
  const subscription = world.store.subscriptions.get(invoice.subscription)
  if (invoice.status !== 'paid' || subscription === undefined) return
  applyPaidInvoice(world, subscription, invoice, null)
}

const pay = operation({
  method: 'POST',
  path: '/v1/invoices/{id}/pay',
  params: z.strictObject({
    off_session: boolean.optional(),
    paid_out_of_band: boolean.optional(),
    payment_method: text.optional(),
  }),
  run(context, params) {
    const { world, account } = context
    const before = own(context)
    if (before.status === 'paid')
      throw invalidRequest('Invoice is already paid', { code: 'invoice_not_editable' })
    if (before.status === 'void') throw invalidRequest('A voided invoice cannot be paid.')
    const invoice = before.status === 'draft' ? finalizeInvoice(world, before) : before
    if (invoice.status === 'paid' || params.paid_out_of_band === true) {
      applyFree(world, invoice.status === 'paid' ? invoice : markPaid(world, invoice, 0))
      return rendered(context)
    }
    const subscription = find(world.store.subscriptions, account, invoice.subscription, 'subscription')
    const method =
      params.payment_method === undefined
        ? defaultMethod(world, subscription)
        : resolvePaymentMethod(world, account, params.payment_method).id
    if (method === null) throw noDefaultMethod()
    const outcome = payInvoice(world, invoice, method, { offSession: params.off_session ?? true })
    const decline = declineError(world, outcome)
    if (decline !== undefined) throw decline
    if (outcome.intent.status === 'requires_action') throw needsAction()
    return rendered(context)
  },
})

function needsAction() {
  return invalidRequest(
    'This payment requires additional user action before it can be completed successfully.',
    {
      code: 'invoice_payment_intent_requires_action',
    },
  ).keeping()
}

const voidOne = operation({
  method: 'POST',
  path: '/v1/invoices/{id}/void',
  params: z.strictObject({}),
  run(context) {
    const { world } = context
    const before = own(context)
    if (before.status !== 'open' && before.status !== 'uncollectible') {
      throw invalidRequest(`You can only void open invoices; this one is ${before.status}.`, {
        code: 'status_transition_invalid',
      })
    }
    const voided = voidInvoice(world, before)
    const subscription = world.store.subscriptions.get(voided.subscription)
    if (subscription?.status === 'incomplete') expireSubscription(world, subscription)
    else if (subscription?.pending_update?.invoice === voided.id) {
      changeSubscription(world, subscription, { pending_update: null })
    }
    return renderInvoice(world, voided)
  },
})

const markUncollectible = operation({
  method: 'POST',
  path: '/v1/invoices/{id}/mark_uncollectible',
  params: z.strictObject({}),
  run(context) {
    const { world, account } = context
    const before = own(context)
    if (before.status !== 'open') {
      throw invalidRequest(`Only an open invoice can be uncollectible; this one is ${before.status}.`, {
        code: 'status_transition_invalid',
      })
    }
    const now = world.clock.now()
    const marked = world.store.invoices.put({
      ...before,
      next_payment_attempt: null,
      status: 'uncollectible',
      status_transitions: { ...before.status_transitions, marked_uncollectible_at: now },
    })
    emit(world, account, 'invoice.marked_uncollectible', renderInvoice(world, marked))
    return renderInvoice(world, marked)
  },
})

const preview = operation({
  method: 'POST',
  path: '/v1/invoices/create_preview',
  params: previewParams,
  run: ({ world, account }, params) => previewInvoice(world, account, params),
})

const list = operation({
  method: 'GET',
  path: '/v1/invoices',
  params: z.strictObject({
    customer: text.optional(),
    subscription: text.optional(),
    status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
    created: createdFilter,
    ...pagination,
  }),
  run({ world, account, path }, params) {
    const invoices = ownedBy(world.store.invoices, account).filter(
      (one) =>
        (params.customer === undefined || one.customer === params.customer) &&
        (params.subscription === undefined || one.subscription === params.subscription) &&
        (params.status === undefined || one.status === params.status) &&
        isCreatedWithin(one.created, params.created),
    )
    return listPage(invoices, params, path, (invoice) => renderInvoice(world, invoice))
  },
})

const listLines = operation({
  method: 'GET',
  path: '/v1/invoices/{id}/lines',
  params: z.strictObject(pagination),
  run(context, params) {
    const invoice = own(context)
    return listPage(invoice.lines, params, context.path, (line) => renderLine(invoice, line))
  },
})

const listPayments = operation({
  method: 'GET',
  path: '/v1/invoice_payments',
  params: z.strictObject({
    invoice: text.optional(),
    payment: z
      .strictObject({ type: z.literal('payment_intent'), payment_intent: text.optional() })
      .optional(),
    status: z.enum(['canceled', 'open', 'paid']).optional(),
    created: createdFilter,
    ...pagination,
  }),
  run({ world, account, path }, params) {
    const intent = params.payment?.payment_intent
    const payments = ownedBy(world.store.invoices, account)
      .filter((one) => params.invoice === undefined || one.id === params.invoice)
      .filter((one) => intent === undefined || one.payment_intent === intent)
      .map((one) => renderInvoicePayment(world, one))
      .filter((one) => one !== undefined)
      .filter((one) => params.status === undefined || one.status === params.status)
    return asList(payments.slice(0, params.limit ?? 10), payments.length > (params.limit ?? 10), path)
  },
})

export const invoiceOperations: Operation[] = [
  preview,
  retrieve,
  update,
  finalize,
  pay,
  voidOne,
  markUncollectible,
  list,
  listLines,
  listPayments,
]
