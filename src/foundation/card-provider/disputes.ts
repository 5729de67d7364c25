import type Stripe from 'stripe'
import type { ProviderCall } from './transport/call.ts'
import { evidenceFields, type Evidence } from './evidence-fields.ts'

/** A dispute for our records. The amount is in minor units of `currency`. */
export type ProviderDispute = {
  readonly id: string
  readonly status: string
  readonly reason: string
  readonly amount: number
  readonly currency: string
  readonly paymentIntentId: string | null
  /** The deadline for evidence, or null if there is nothing to respond to. */
  readonly evidenceDueAt: Date | null
  readonly createdAt: Date
}

export function disputes(stripe: Stripe, call: ProviderCall) {
  return {
    async retrieveDispute(account: string, id: string): Promise<ProviderDispute> {
      const dispute = await call('disputes.retrieve', (options) =>
        stripe.disputes.retrieve(id, {}, { ...options, stripeAccount: account }),
      )
      return describeDispute(dispute)
    },

    /** The evidence submitted so far, by anyone. Empty fields are left out. */
    async retrieveEvidence(account: string, id: string): Promise<Partial<Evidence>> {
      const { evidence } = await call('disputes.retrieve', (options) =>
        stripe.disputes.retrieve(id, {}, { ...options, stripeAccount: account }),
      )
      return Object.fromEntries(
        evidenceFields.flatMap((field) => (evidence[field] === null ? [] : [[field, evidence[field]]])),
      )
    },

    /**
     * Adds evidence to a dispute. An empty text removes a field. With `submit` it goes to the bank and is final;
     * otherwise it is a draft. Throws `ProviderRefused` once evidence is closed. The same key means the same change.
     */
    async updateEvidence(
      account: string,
      id: string,
      change: { readonly evidence: Evidence; readonly submit: boolean },
      idempotencyKey: string,
    ): Promise<ProviderDispute> {
      const { evidence, submit } = change
      const dispute = await call('disputes.update', (options) =>
        stripe.disputes.update(
          id,
          { evidence, submit },
          { ...options, stripeAccount: account, idempotencyKey },
        ),
      )
      return describeDispute(dispute)
    },

    /** A payment's disputes, newest first. */
    async listDisputesOf(account: string, paymentIntentId: string): Promise<ProviderDispute[]> {
      const page = await call('disputes.list', (options) =>
        stripe.disputes.list(
          { payment_intent: paymentIntentId, limit: 100 },
          { ...options, stripeAccount: account },
        ),
      )
      return page.data.map(describeDispute)
    },

    /** An account's disputes since a given time, newest first, read page by page. */
    async *listDisputes(account: string, from: Date): AsyncGenerator<ProviderDispute> {
      const created = { gte: Math.floor(from.getTime() / 1000) }
      for (let last: string | undefined; ;) {
        const after = last
        const page = await call('disputes.list', (options) =>
          stripe.disputes.list(
            { created, limit: 100, ...(after === undefined ? {} : { starting_after: after }) },
            { ...options, stripeAccount: account },
          ),
        )
        yield* page.data.map(describeDispute)
        last = page.data.at(-1)?.id
        if (!page.has_more || last === undefined) return
      }
    },
  }
}

function describeDispute(dispute: Stripe.Dispute): ProviderDispute {
  const { payment_intent: intent, evidence_details: evidence } = dispute
  return {
    id: dispute.id,
    status: dispute.status,
    reason: dispute.reason,
    amount: dispute.amount,
    currency: dispute.currency,
    paymentIntentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
    evidenceDueAt: evidence.due_by === null ? null : new Date(evidence.due_by * 1000),
    createdAt: new Date(dispute.created * 1000),
  }
}
