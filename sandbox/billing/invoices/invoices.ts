import { z } from 'zod'
import { invalidRequest } from '#api/errors.ts'
import { isCreatedWithin, listPage } from '#api/list.ts'
import { operation, pathId, type Context, type Operation } from '#api/operation.ts'
import { boolean, createdFilter, pagination, text } from '#api/params.ts'
import type { JsonObject } from '#json.ts'
import { declineError } from '#payments/intents/confirm.ts'
import { find, ownedBy } from '#payments/find.ts'
import { resolvePaymentMethod } from '#payments/payment-methods.ts'
import type { World } from '#world.ts'
import { applyPaidInvoice } from './apply-payment.ts'
import { changeSubscription } from '../change-subscription.ts'
import { defaultMethod, payInvoice } from './collect.ts'
import { noDefaultMethod } from '../create-subscription.ts'
import { expireSubscription } from '../end-subscription.ts'
import { finalizeInvoice, markPaid, voidInvoice } from './invoicing.ts'
import { previewInvoice } from './preview-invoice.ts'
import type { InvoiceRecord } from '../records.ts'
import { renderInvoice } from './render-invoice.ts'
import { previewParams } from '../subscription-params.ts'

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
  ).committing()
}

const voidOne = operation({
  method: 'POST',
  path: '/v1/invoices/{id}/void',
  params: z.strictObject({}),
  run(context) {
    const { world } = context
    const before = own(context)
    if (before.status !== 'open') {
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
    status: z.enum(['draft', 'open', 'paid', 'void']).optional(),
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

export const invoiceOperations: Operation[] = [preview, retrieve, pay, voidOne, list]
