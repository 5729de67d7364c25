import type Stripe from 'stripe'

/** An invoice for our records. Amounts are in minor units of `currency`, including tax. */
export type ProviderInvoice = {
  readonly id: string
  readonly status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  /**
   * What caused the invoice: `first` starts the subscription, `cycle` is a renewal, and `other` is a change
   * made at the provider.
   */
  readonly reason: 'first' | 'cycle' | 'other'
  readonly subscriptionId: string | null
  /** When the cycle of a renewal begins. */
  readonly periodEnd: Date
  readonly total: number
  readonly amountPaid: number
  /** The amount due. It is less than the total if a credit pays a part of it. */
  readonly amountDue: number
  readonly currency: string
  /** Whether a charge has been attempted. */
  readonly wasAttempted: boolean
  readonly nextPaymentAttempt: Date | null
  readonly finalizedAt: Date | null
  readonly paidAt: Date | null
  readonly paymentIntentId: string | null
  readonly clientSecret: string | null
  /** Where its buyer can pay it, or confirm it with a bank; null until it is final. */
  readonly pageUrl: string | null
}

/** The fields that are requested when an invoice is read. */
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
    pageUrl: invoice.hosted_invoice_url ?? null,
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

/** The payment of an invoice. If it has several, this is the one that paid it, or else the one in progress. */
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
