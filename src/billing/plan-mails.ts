import type { Transaction } from 'kysely'
import type { Database } from '#db/schema.ts'
import { enqueueMail } from '#mail/outbox.ts'
import { findOwner } from '#onboarding/find-owner.ts'
import type { PlanRow } from './store.ts'

/** What a seller is told about their plan by mail. */
export type PlanNews = 'plan_payment_failed' | 'plan_ended'

/** Records the message about a change of a plan's state, in the transaction of that change. */
export async function recordPlanMails(
  tx: Transaction<Database>,
  before: PlanRow,
  after: PlanRow,
  now: Date,
): Promise<void> {
  const news = newsOf(before, after)
  const owner = news === null ? undefined : await findOwner(tx, after.sellerId)
  if (news === null || owner === undefined) return
  await enqueueMail(tx, {
    kind: news,
    userId: owner.id,
    about: `${after.id} ${after.latestInvoiceId ?? ''}`,
    data: { plan: after.plan, amount: after.amount, currency: after.currency, name: owner.name },
    recipient: owner.email,
    at: now,
  })
}

function newsOf(before: PlanRow, after: PlanRow): PlanNews | null {
  if (before.status === after.status) return null
  if (after.status === 'past_due') return 'plan_payment_failed'
  return after.status === 'canceled' ? 'plan_ended' : null
}
