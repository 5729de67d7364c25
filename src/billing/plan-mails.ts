import type { Transaction } from 'kysely'
import { secondsAfter } from '#db/clock.ts'
import type { Database } from '#db/schema.ts'
import { enqueueMail } from '#mail/outbox.ts'
import { findOwner } from '#onboarding/find-owner.ts'
import type { PlanRow } from './store.ts'

/** What a seller is told about their plan by mail. */
export type PlanNews = 'trial_ending' | 'plan_payment_failed' | 'plan_ended'

/** How long before its end a seller is reminded of their trial, in seconds. */
export const trialReminder = 3 * 24 * 60 * 60

/** Records the message about a change of a plan's state, in the transaction of that change. */
export async function recordPlanMails(
  tx: Transaction<Database>,
  before: PlanRow,
  after: PlanRow,
  now: Date,
): Promise<void> {
  const news = newsOf(before, after, now)
  const owner = news === null ? undefined : await findOwner(tx, after.sellerId)
  if (news === null || owner === undefined) return
  await enqueueMail(tx, {
    kind: news,
    userId: owner.id,
    about: news === 'trial_ending' ? after.id : `${after.id} ${after.latestInvoiceId ?? ''}`,
    data: {
      plan: after.plan,
      amount: after.amount,
      currency: after.currency,
      name: owner.name,
      trialEnd: after.trialEnd?.toISOString() ?? null,
    },
    recipient: owner.email,
    at: now,
  })
}

function newsOf(before: PlanRow, after: PlanRow, now: Date): PlanNews | null {
  if (isTrialEnding(after, now)) return 'trial_ending'
  if (before.status === after.status) return null
  if (after.status === 'past_due') return 'plan_payment_failed'
  return after.status === 'canceled' ? 'plan_ended' : null
}

/** Said each time that the plan is looked at in these days; there is one message of it. */
function isTrialEnding({ status, trialEnd, cancelAtPeriodEnd }: PlanRow, now: Date): boolean {
  if (status !== 'trialing' || trialEnd === null || cancelAtPeriodEnd) return false
  return now >= secondsAfter(trialEnd, -trialReminder)
}
