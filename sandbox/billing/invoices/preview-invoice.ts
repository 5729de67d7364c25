import { invalidRequest } from '#api/errors.ts'
import type { JsonObject } from '#json.ts'
import { find, findCustomer } from '#payments/find.ts'
import type { World } from '#world.ts'
import { planItems } from '../change-items.ts'
import { nextBoundary } from '../intervals.ts'
import { draftInvoice } from './invoicing.ts'
import { periodLines } from './lines.ts'
import type { InvoiceLine, SubscriptionRecord } from '../records.ts'
import { recurringOf } from '../renew.ts'
import { renderInvoice } from './render-invoice.ts'
import type { PreviewParams } from '../subscription-params.ts'

/** A preview of a subscription's next invoice after a possible change. Nothing is stored. */
export function previewInvoice(world: World, account: string, params: PreviewParams): JsonObject {
  if (params.subscription === undefined) {
    throw invalidRequest('The sandbox can only preview invoices for existing subscriptions.', {
      code: 'parameter_missing',
      param: 'subscription',
    })
  }
  const subscription = find(world.store.subscriptions, account, params.subscription, 'subscription')
  const customer = findCustomer(world, account, subscription.customer)
  if (params.customer !== undefined && params.customer !== customer.id) {
    throw invalidRequest('The subscription does not belong to the customer.', { param: 'customer' })
  }
  const { lines, period } = previewLines(world, subscription, params)
  const invoice = draftInvoice(world, subscription, {
    billing_reason: 'upcoming',
    lines,
    period,
    finalizes_at: null,
  })
  return renderInvoice(world, {
    ...invoice,
    id: invoice.id.replace('in_', 'upcoming_in_'),
    starting_balance: customer.balance,
  })
}

function previewLines(
  world: World,
  subscription: SubscriptionRecord,
  params: PreviewParams,
): { lines: InvoiceLine[]; period: { start: number; end: number } } {
  const details = params.subscription_details ?? {}
  const plan = planItems(world, subscription, {
    items: details.items,
    proration_behavior: details.proration_behavior,
    proration_date: details.proration_date,
    trial_end: details.trial_end,
  })
  if (plan.isInvoicedNow) {
    const { current_period_start: start } = plan.cycle
    return { lines: plan.lines, period: { start, end: start } }
  }
  const waiting = [...world.store.invoiceItems.all()].filter((item) => item.subscription === subscription.id)
  const after = { ...subscription, items: plan.items }
  const start = subscription.current_period_end
  const whole = {
    start,
    end: nextBoundary(subscription.billing_cycle_anchor, start, recurringOf(world, after)),
  }
  const ends = subscription.cancel_at !== null && subscription.cancel_at <= start
  const renewal = ends ? [] : periodLines(world, after, whole, whole)
  return {
    lines: [...waiting.map((item) => item.line), ...plan.lines, ...renewal],
    period: { start: subscription.current_period_start, end: start },
  }
}
