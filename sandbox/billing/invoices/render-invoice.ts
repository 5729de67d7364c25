import { asList } from '#api/list.ts'
import type { JsonObject } from '#json.ts'
import { applicationId, platformAccount, type World } from '#world.ts'
import { amountDue, totalsOf } from './invoice-totals.ts'
import type { InvoiceLine, InvoiceRecord, LineTax } from '../records.ts'

export function renderInvoice(world: World, invoice: InvoiceRecord): JsonObject {
  const customer = world.store.customers.get(invoice.customer)
  const account = world.store.accounts.get(invoice.account)
  const subscription = world.store.subscriptions.get(invoice.subscription)
  const due = amountDue(invoice)
  const isFinal = invoice.status !== 'draft'
  return {
    id: invoice.id,
    object: 'invoice',
    account_country: account?.country ?? 'US',
    account_name: account?.business_profile.name ?? null,
    account_tax_ids: null,
    ...amounts(invoice, due),
    application: invoice.account === platformAccount ? null : applicationId,
    attempt_count: invoice.attempt_count,
    attempted: invoice.attempted,
    auto_advance: invoice.auto_advance,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: invoice.finalizes_at,
    billing_reason: invoice.billing_reason,
    collection_method: 'charge_automatically',
    created: invoice.created,
    currency: invoice.currency,
    custom_fields: null,
    customer: invoice.customer,
    customer_account: null,
    customer_address: customer?.address ?? null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: customer?.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: customer?.tax_exempt ?? 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [...new Set(invoice.lines.flatMap(discountsOf))],
    due_date: null,
    effective_at: invoice.status_transitions.finalized_at,
    ending_balance: invoice.ending_balance,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: isFinal ? `${world.config.url}/invoices/${invoice.id}` : null,
    invoice_pdf: isFinal ? `${world.config.url}/invoices/${invoice.id}/pdf` : null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: asList(
      invoice.lines.map((line) => renderLine(invoice, line)),
      false,
      `/v1/invoices/${invoice.id}/lines`,
    ),
    livemode: false,
    metadata: invoice.metadata,
    next_payment_attempt: invoice.next_payment_attempt,
    number: invoice.number,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: {
        metadata: subscription?.metadata ?? {},
        subscription: invoice.subscription,
      },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: invoice.period_end,
    period_start: invoice.period_start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: invoice.starting_balance,
    statement_descriptor: null,
    status: invoice.status,
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: null },
    test_clock: null,
    webhooks_delivered_at: invoice.created,
  }
}

function amounts(invoice: InvoiceRecord, due: number): JsonObject {
  const totals = totalsOf(invoice.lines)
  return {
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: invoice.amount_paid,
    amount_remaining: invoice.status === 'paid' ? 0 : due - invoice.amount_paid,
    amount_shipping: 0,
    subtotal: totals.subtotal,
    subtotal_excluding_tax: totals.subtotal - totals.inclusiveTax,
    total: totals.total,
    total_discount_amounts: invoice.lines.flatMap(({ discounts }) => discounts),
    total_excluding_tax: totals.subtotal - totals.discount - totals.inclusiveTax,
    total_pretax_credit_amounts: [],
    total_taxes: totalTaxes(invoice.lines),
  }
}

function discountsOf({ discounts }: InvoiceLine): string[] {
  return discounts.map(({ discount }) => discount)
}

/** One entry per tax rate, added up over the invoice's lines. */
function totalTaxes(lines: InvoiceLine[]): JsonObject[] {
  const sums = new Map<string, LineTax>()
  for (const tax of lines.flatMap((line) => line.taxes)) {
    const sum = sums.get(tax.tax_rate)
    sums.set(tax.tax_rate, {
      ...tax,
      amount: tax.amount + (sum?.amount ?? 0),
      taxable_amount: tax.taxable_amount + (sum?.taxable_amount ?? 0),
    })
  }
  return [...sums.values()].map(renderTax)
}

function renderTax(tax: LineTax): JsonObject {
  return {
    amount: tax.amount,
    tax_behavior: tax.inclusive ? 'inclusive' : 'exclusive',
    tax_rate_details: { tax_rate: tax.tax_rate },
    taxability_reason: 'standard_rated',
    taxable_amount: tax.taxable_amount,
    type: 'tax_rate_details',
  }
}

function renderLine(invoice: InvoiceRecord, line: InvoiceLine): JsonObject {
  return {
    id: line.id,
    object: 'line_item',
    amount: line.amount,
    currency: invoice.currency,
    description: line.description,
    discount_amounts: line.discounts,
    discountable: !line.proration,
    discounts: discountsOf(line),
    invoice: invoice.id,
    livemode: false,
    metadata: line.metadata,
    parent: lineParent(invoice, line),
    period: line.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.price, product: line.product },
      type: 'price_details',
      unit_amount_decimal: String(line.unit_amount),
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription: invoice.subscription,
    subtotal: line.amount,
    taxes: line.taxes.map(renderTax),
  }
}

function lineParent(invoice: InvoiceRecord, line: InvoiceLine): JsonObject {
  const proration = { proration: line.proration, proration_details: { credited_items: null } }
  if (line.subscription_item !== null) {
    return {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        ...proration,
        subscription: invoice.subscription,
        subscription_item: line.subscription_item,
      },
      type: 'subscription_item_details',
    }
  }
  return {
    invoice_item_details: {
      invoice_item: line.id.replace('il_', 'ii_'),
      ...proration,
      subscription: invoice.subscription,
    },
    subscription_item_details: null,
    type: 'invoice_item_details',
  }
}

export function renderInvoicePayment(world: World, invoice: InvoiceRecord): JsonObject | undefined {
  if (invoice.payment_id === null || invoice.payment_intent === null) return undefined
  const isPaid = invoice.status === 'paid'
  const isCanceled = world.store.paymentIntents.get(invoice.payment_intent)?.status === 'canceled'
  return {
    id: invoice.payment_id,
    object: 'invoice_payment',
    amount_paid: isPaid ? invoice.amount_paid : null,
    amount_requested: amountDue(invoice),
    created: invoice.status_transitions.finalized_at ?? invoice.created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: invoice.payment_intent, type: 'payment_intent' },
    status: isPaid ? 'paid' : isCanceled ? 'canceled' : 'open',
    status_transitions: {
      canceled_at: isCanceled ? (invoice.status_transitions.voided_at ?? null) : null,
      paid_at: invoice.status_transitions.paid_at,
    },
  }
}
