import type { z } from 'zod'
import type { PlanCard } from '#foundation/card-provider/plans/plan-cards.ts'
import type { PlanInvoice } from '#foundation/card-provider/plans/plan-invoices.ts'
import type { invoice, planCard, planOutcome, subscription } from './contract.ts'
import type { PlanOutcome } from './subscription/plan-payment.ts'
import type { PlanRow } from './store.ts'

export function describeSubscription(row: PlanRow): z.input<typeof subscription> {
  return {
    id: row.id,
    plan: row.plan,
    status: row.status,
    total: row.amount,
    currency: row.currency,
    trialEnd: iso(row.trialEnd),
    currentPeriodEnd: iso(row.currentPeriodEnd),
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    endedAt: iso(row.endedAt),
    endsWithRole: row.partnerLostAt !== null,
    pendingPlan: row.changePlan,
  }
}

export function describeOutcome(outcome: PlanOutcome): z.input<typeof planOutcome> {
  const clientSecret = outcome.status === 'requires_action' ? outcome.clientSecret : null
  return { status: outcome.status, clientSecret }
}

export function describeCard(card: PlanCard | null): z.input<typeof planCard> | null {
  if (card === null) return null
  const { brand, last4, expMonth, expYear } = card
  return { brand, last4, expMonth, expYear }
}

export function describeInvoice(one: PlanInvoice): z.input<typeof invoice> {
  return { ...one, createdAt: one.createdAt.toISOString() }
}

function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
