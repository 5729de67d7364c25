import type Stripe from 'stripe'

/** An invoice as the books need it; amounts are minor units of `currency`, tax included. */
export type ProviderInvoice = {
  readonly id: string
  readonly status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  /** `first`: with it the subscription began; `cycle`: a renewal; `other`: what somebody changed at the provider. */
  readonly reason: 'first' | 'cycle' | 'other'
  readonly subscriptionId: string | null
  /** When the cycle begins that a renewal is for. */
  readonly periodEnd: Date
  readonly total: number
  readonly amountPaid: number
  /** What is left to pay: less than the total where a credit pays a part of it. */
  readonly amountDue: number
  readonly currency: string
  /** Somebody has tried to charge it. */
  readonly wasAttempted: boolean
  readonly nextPaymentAttempt: Date | null
  readonly finalizedAt: Date | null
  readonly paidAt: Date | null
  readonly paymentIntentId: string | null
  readonly clientSecret: string | null
}

/** Invoices are read with these fields. */
export const invoiceFields = ['confirmation_secret', 'payments'] as const

export function describeInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  return {
    id: invoice.id,
    status: statusOf(invoice.status),
    reason: reasonOf(invoice.billing_reason),
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    periodEnd: new Date(invoice.period_end * 1000),
    total: invoice.total,
    amountPaid: invoice.amount_paid,
    amountDue: invoice.amount_remaining,
    currency: invoice.currency,
    wasAttempted: invoice.attempted,
    nextPaymentAttempt: timeOf(invoice.next_payment_attempt),
    finalizedAt: timeOf(invoice.status_transitions.finalized_at),
    paidAt: timeOf(invoice.status_transitions.paid_at),
    paymentIntentId: intentOf(invoice),
    clientSecret: invoice.confirmation_secret?.client_secret ?? null,
  }
}

const invoiceStatuses = ['open', 'paid', 'uncollectible', 'void'] as const

function statusOf(status: string | null): ProviderInvoice['status'] {
  return invoiceStatuses.find((known) => known === status) ?? 'draft'
}

function reasonOf(reason: string | null): ProviderInvoice['reason'] {
  if (reason === 'subscription_create') return 'first'
  return reason === 'subscription_cycle' ? 'cycle' : 'other'
}

/** An invoice may have several payments: the one that paid it counts, else the one that is being tried. */
function intentOf({ payments }: Stripe.Invoice): string | null {
  const all = payments?.data ?? []
  const one = all.find(({ status }) => status === 'paid') ?? all.find((payment) => payment.is_default)
  return idOf(one?.payment.payment_intent)
}

export function idOf(reference: string | { readonly id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

export function timeOf(seconds: number | null | undefined): Date | null {
  return seconds === null || seconds === undefined ? null : new Date(seconds * 1000)
}
