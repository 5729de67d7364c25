import { z } from 'zod'
import type { Transaction } from 'kysely'
import { t } from '#foundation/language/t.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { button, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message, Writers } from '#foundation/mail/send-mails.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { findOwner } from '#accounts/people/read-people.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { catalogue, plans } from './catalogue.ts'
import type { PlanRow } from './store.ts'

const data = z.object({
  plan: z.enum(plans),
  amount: z.number(),
  currency: z.string(),
  name: z.string(),
  trialEnd: z.iso.datetime().nullable(),
  periodEnd: z.iso.datetime().nullable().default(null),
})

function dayOf(time: string | null): string {
  return time === null ? 'unknown' : dayText(Date.parse(time))
}

/** Emails sellers the new state of their plan and the one thing to do about it. */
export function writePlanMail(publicUrl: string, news: PlanNews, given: unknown): Message {
  const { plan, amount, currency, name, trialEnd, periodEnd } = data.parse(given)
  const end = dayOf(trialEnd)
  const paidUntil = dayOf(periodEnd)
  const planName = catalogue[plan].name
  const price = formatAmount(amount, currency)
  const { subject, what, advice, action } = {
    plan_trial_ending: {
      subject: t('Your Tillform trial ends {end, select, unknown {soon} other {on {end}}}', { end }),
      what: t(
        'Your trial of the {planName} plan ends {end, select, unknown {soon} other {on {end}}}. After that, the plan costs {price} a month.',
        {
          planName,
          end,
          price,
        },
      ),
      advice: t(
        'If you have a card on file, your plan continues automatically. If not, it ends, you are not charged, and your forms stop accepting payments until you choose a plan.',
      ),
      action: t('See your plan'),
    },
    plan_payment_failed: {
      subject: t('Your Tillform payment failed'),
      what: t('We could not charge {price} for your {planName} plan.', { price, planName }),
      advice: t(
        'Everything keeps working while we retry over the next few days. To avoid an interruption, add another card and pay now.',
      ),
      action: t('Update payment'),
    },
    plan_ended: {
      subject: t('Your Tillform {planName} plan has ended', { planName }),
      what: t(
        'Your {planName} plan has ended. Your forms are not accepting payments, and buyers see a notice.',
        { planName },
      ),
      advice: t('Nothing is lost. Choose a plan and you can sell again right away.'),
      action: t('Choose a plan'),
    },
    partner_plan_ending: {
      subject: t(
        'Your Tillform {planName} plan ends {paidUntil, select, unknown {soon} other {on {paidUntil}}}',
        { planName, paidUntil },
      ),
      what: t(
        'Your shop is no longer in the partner program, so your {planName} plan ends {paidUntil, select, unknown {soon} other {on {paidUntil}}}. Everything keeps working until then, free of charge.',
        { planName, paidUntil },
      ),
      advice: t(
        'Choose another plan before then to keep selling. Otherwise your forms stop accepting payments.',
      ),
      action: t('Choose a plan'),
    },
    partner_plan_kept: {
      subject: t('Your Tillform {planName} plan continues', { planName }),
      what: t('Your shop is back in the partner program, so your {planName} plan continues.', { planName }),
      advice: t('You do not need to do anything.'),
      action: t('See your plan'),
    },
  }[news]
  const url = `${publicUrl}/billing`
  const greeting = plainName(name)
  return {
    subject,
    text: [`${t('Hello {greeting}', { greeting })},`, '', what, advice, '', `${action}:`, url].join('\n'),
    body: {
      heading: t('Hello {greeting}', { greeting }),
      parts: [text(what), text(advice), button(action, url)],
    },
  }
}

/** Writes every email about a seller's plan. */
export function planMailWriters(publicUrl: string): Writers {
  return Object.fromEntries(
    planNews.map((news) => [news, async ({ data: given }) => writePlanMail(publicUrl, news, given)] as const),
  )
}

/** The plan changes that sellers are emailed about. */
const planNews = [
  'plan_trial_ending',
  'plan_payment_failed',
  'plan_ended',
  'partner_plan_ending',
  'partner_plan_kept',
] as const
type PlanNews = (typeof planNews)[number]

/** How long before the end of a trial the seller gets a reminder, in seconds. */
export const trialReminder = 3 * 24 * 60 * 60

/** Records the email about a plan's new state, in the transaction of that change. */
export async function recordPlanMails(
  tx: Transaction<Database>,
  before: PlanRow,
  after: PlanRow,
  now: Date,
): Promise<void> {
  const news = newsOf(before, after, now)
  if (news === null) return
  const about = news === 'plan_trial_ending' ? after.id : `${after.id} ${after.latestInvoiceId ?? ''}`
  await record(tx, news, after, about, now)
}

/** Records the email that a partner plan will end with its period, or that it continues after all. */
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
  if (isTrialEnding(after, now)) return 'plan_trial_ending'
  if (before.status === after.status) return null
  if (after.status === 'past_due') return 'plan_payment_failed'
  return after.status === 'canceled' ? 'plan_ended' : null
}

/** During these days, every check of the plan asks for this reminder, but only one email is sent. */
function isTrialEnding({ status, trialEnd, cancelAtPeriodEnd }: PlanRow, now: Date): boolean {
  if (status !== 'trialing' || trialEnd === null || cancelAtPeriodEnd) return false
  return now >= secondsAfter(trialEnd, -trialReminder)
}
