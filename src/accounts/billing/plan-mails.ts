import type { Transaction } from 'kysely'
import { findOwner } from '#accounts/people/find-owner.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { PlanRow } from './store.ts'

/** What a seller is told about their plan by mail. */
export const planNews = [
  'trial_ending',
  'plan_payment_failed',
  'plan_ended',
  'partner_plan_ending',
  'partner_plan_kept',
] as const
export type PlanNews = (typeof planNews)[number]

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
  if (news === null) return
  const about = news === 'trial_ending' ? after.id : `${after.id} ${after.latestInvoiceId ?? ''}`
  await record(tx, news, after, about, now)
}

/** Records the message that a partners' plan ends with its period, or goes on after all; `row` says since when. */
export async function recordPartnerPlanMail(
  tx: Transaction<Database>,
  news: 'partner_plan_ending' | 'partner_plan_kept',
  row: PlanRow,
  now: Date,
): Promise<void> {
  await record(tx, news, row, `${row.id} ${row.partnerLostAt?.toISOString() ?? ''}`, now)
}

async function record(
  tx: Transaction<Database>,
  kind: PlanNews,
  row: PlanRow,
  about: string,
  now: Date,
): Promise<void> {
  const owner = await findOwner(tx, row.sellerId)
  if (owner === undefined) return
  await enqueueMail(tx, {
    kind,
    userId: owner.id,
    about,
    data: {
      plan: row.plan,
      amount: row.amount,
      currency: row.currency,
      name: owner.name,
      trialEnd: row.trialEnd?.toISOString() ?? null,
      periodEnd: row.currentPeriodEnd?.toISOString() ?? null,
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
