import type Stripe from 'stripe'
import type { ProviderCall } from './transport/call.ts'

/** A refund for our records. The amount is in minor units of its PaymentIntent's currency. */
export type ProviderRefund = {
  readonly id: string
  readonly status: 'pending' | 'succeeded' | 'failed'
  readonly amount: number
  /** The id of our refund it was made for, or undefined for refunds that the seller made elsewhere. */
  readonly refundId: string | undefined
  readonly failureReason: string | null
  readonly paymentIntentId: string | null
  readonly createdAt: Date
}

/** What is needed to request a refund from the provider. */
export type RefundRequest = {
  readonly refundId: string
  /** The number of the attempt. Each attempt has its own idempotency key. */
  readonly attempt: number
  readonly purchaseId: string
  readonly paymentIntentId: string
  readonly amount: number
  /** Whether the charge had an application fee, whose share is returned too. */
  readonly refundsFee: boolean
}

export function refunds(stripe: Stripe, call: ProviderCall) {
  return {
    /**
     * Refunds money with an idempotency key made from our refund and its attempt, so that a repeated request
     * leads to the same refund. Throws `ProviderRefused` if it is not possible, and `IdempotencyKeyTaken`
     * after `retireRefund`.
     */
    async createRefund(account: string, request: RefundRequest): Promise<ProviderRefund> {
      const refund = await call('refunds.create', (options) =>
        stripe.refunds.create(
          {
            payment_intent: request.paymentIntentId,
            amount: request.amount,
            metadata: { refund: request.refundId, purchase: request.purchaseId },
            ...(request.refundsFee ? { refund_application_fee: true } : {}),
          },
          { ...options, stripeAccount: account, idempotencyKey: refundKey(request) },
        ),
      )
      return describeRefund(refund)
    },

    /**
     * Uses up the idempotency key of a refund attempt by writing metadata to its PaymentIntent, so that a
     * request still in transit can never take effect. Throws `IdempotencyKeyTaken` if it did take effect, or
     * if an earlier call did. Each call has its own number, because the provider repeats a failed response to
     * the same request for a day.
     */
    async retireRefund(
      account: string,
      refund: Pick<RefundRequest, 'refundId' | 'attempt' | 'paymentIntentId'> & { checkCount: number },
    ): Promise<void> {
      const note = `${refund.refundId}, attempt ${refund.attempt}, check ${refund.checkCount}`
      await call('paymentIntents.update', (options) =>
        stripe.paymentIntents.update(
          refund.paymentIntentId,
          { metadata: { retired_refund: note } },
          { ...options, stripeAccount: account, idempotencyKey: refundKey(refund) },
        ),
      )
    },

    /** An account's refunds since a given time, newest first, read page by page. */
    async *listAllRefunds(account: string, from: Date): AsyncGenerator<ProviderRefund> {
      const created = { gte: Math.floor(from.getTime() / 1000) }
      for (let last: string | undefined; ;) {
        const after = last
        const page = await call('refunds.list', (options) =>
          stripe.refunds.list(
            { created, limit: 100, ...(after === undefined ? {} : { starting_after: after }) },
            { ...options, stripeAccount: account },
          ),
        )
        yield* page.data.map(describeRefund)
        last = page.data.at(-1)?.id
        if (!page.has_more || last === undefined) return
      }
    },

    /** All refunds of a PaymentIntent, whoever made them. */
    async listRefunds(account: string, paymentIntentId: string): Promise<ProviderRefund[]> {
      const found: ProviderRefund[] = []
      for (let last: string | undefined; ;) {
        const page = await call('refunds.list', (options) =>
          stripe.refunds.list(
            {
              payment_intent: paymentIntentId,
              limit: 100,
              ...(last === undefined ? {} : { starting_after: last }),
            },
            { ...options, stripeAccount: account },
          ),
        )
        found.push(...page.data.map(describeRefund))
        last = page.data.at(-1)?.id
        if (!page.has_more || last === undefined) return found
      }
    },
  }
}

function refundKey({ refundId, attempt }: Pick<RefundRequest, 'refundId' | 'attempt'>): string {
  return attempt === 0 ? `refund-${refundId}` : `refund-${refundId}-${attempt}`
}

function describeRefund(refund: Stripe.Refund): ProviderRefund {
  const { payment_intent: intent } = refund
  return {
    id: refund.id,
    status: statusOf(refund.status),
    amount: refund.amount,
    refundId: refund.metadata?.['refund'],
    paymentIntentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
    failureReason: refund.failure_reason ?? (refund.status === 'canceled' ? 'canceled' : null),
    createdAt: new Date(refund.created * 1000),
  }
}

function statusOf(status: string | null): ProviderRefund['status'] {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}
