import type Stripe from 'stripe'
import type { ProviderCall } from '../transport/call.ts'
import { ProviderRefused } from '../errors.ts'
import { holderMetadata, type SecretHolder } from './plan-cards.ts'
import type { PlanChange } from './plan-subscriptions.ts'

/** An invoice to a seller. Amounts are in minor units of `currency`. */
export type PlanInvoice = {
  readonly id: string
  readonly number: string | null
  readonly status: string
  readonly total: number
  readonly currency: string
  readonly createdAt: Date
  readonly pageUrl: string | null
  readonly pdfUrl: string | null
}

/** The cost of a plan change, in minor units: `amountDue` now, and a `credit` that is left for later invoices. */
export type PlanPreview = {
  readonly amountDue: number
  readonly credit: number
  /** The customer's earlier balance: a negative one is a credit, which is used first, and a positive one is a debt. */
  readonly balance: number
  readonly currency: string
  readonly lines: readonly { readonly description: string; readonly amount: number }[]
  /** When the paid period ends and the next invoice is due. */
  readonly paidUntil: Date
}

/** The status of an invoice's payment. */
export type PlanPayment = {
  readonly isPaid: boolean
  /** The bank is asking the seller to authenticate, and the browser continues with the client secret. */
  readonly isWaiting: boolean
  readonly clientSecret: string | null
  readonly declineMessage: string | undefined
}

const listed = 100

export function planInvoices(stripe: Stripe, call: ProviderCall) {
  return {
    async previewPlanChange(change: PlanChange): Promise<PlanPreview> {
      const invoice = await call('invoices.createPreview', (options) =>
        stripe.invoices.createPreview(
          {
            subscription: change.subscriptionId,
            subscription_details: {
              items: [{ id: change.itemId, price: change.priceId }],
              proration_behavior: 'always_invoice',
              ...(change.endsTrial
                ? { trial_end: 'now' as const }
                : { proration_date: Math.floor(change.prorationDate.getTime() / 1000) }),
            },
          },
          options,
        ),
      )
      return {
        amountDue: invoice.amount_due,
        credit: Math.max(0, -(invoice.total + invoice.starting_balance)),
        balance: invoice.starting_balance,
        currency: invoice.currency,
        lines: invoice.lines.data.map(({ description, amount }) => ({
          description: description ?? '',
          amount,
        })),
        paidUntil: new Date(Math.max(0, ...invoice.lines.data.map(({ period }) => period.end)) * 1000),
      }
    },

    /** A customer's newest invoices, without drafts. */
    async listPlanInvoices(customerId: string): Promise<PlanInvoice[]> {
      const { data } = await call('invoices.list', (options) =>
        stripe.invoices.list({ customer: customerId, limit: listed }, options),
      )
      return data.filter(({ status }) => status !== 'draft').map(describeInvoice)
    },

    async readPlanPayment(invoiceId: string): Promise<PlanPayment> {
      const invoice = await call('invoices.retrieve', (options) =>
        stripe.invoices.retrieve(
          invoiceId,
          { expand: ['confirmation_secret', 'payments.data.payment.payment_intent'] },
          options,
        ),
      )
      const intent = invoice.payments?.data.at(-1)?.payment.payment_intent
      const known = typeof intent === 'object' ? intent : undefined
      return {
        isPaid: invoice.status === 'paid',
        isWaiting: known?.status === 'requires_action',
        clientSecret: invoice.confirmation_secret?.client_secret ?? null,
        declineMessage: known?.last_payment_error?.message,
      }
    },

    /** Records who gets the client secret of a plan's payment. */
    async recordSecretHolder(paymentIntentId: string, holder: SecretHolder): Promise<void> {
      await call('paymentIntents.update', (options) =>
        stripe.paymentIntents.update(paymentIntentId, { metadata: holderMetadata(holder) }, options),
      )
    },

    /** Pays an open invoice with the customer's card while the seller is present for bank authentication. */
    async payPlanInvoice(invoiceId: string): Promise<void> {
      try {
        await call('invoices.pay', (options) =>
          stripe.invoices.pay(invoiceId, { off_session: false }, options),
        )
      } catch (error) {
        // The invoice is already paid or the bank requires authentication. Reading the payment shows which.
        if (!(error instanceof ProviderRefused)) throw error
      }
    },

    /** Voids an open invoice, and with it the plan change that is waiting for payment. */
    async voidPlanInvoice(invoiceId: string): Promise<void> {
      try {
        await call('invoices.voidInvoice', (options) => stripe.invoices.voidInvoice(invoiceId, {}, options))
      } catch (error) {
        // The invoice was paid or voided in the meantime. Reading the subscription afterwards shows which.
        if (!(error instanceof ProviderRefused)) throw error
      }
    },
  }
}

function describeInvoice(invoice: Stripe.Invoice): PlanInvoice {
  return {
    id: invoice.id,
    number: invoice.number,
    status: invoice.status ?? 'open',
    total: invoice.total,
    currency: invoice.currency,
    createdAt: new Date(invoice.created * 1000),
    pageUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
  }
}
