import { z } from 'zod'
import type { Transaction } from 'kysely'
import { longDayText } from '#foundation/time/day-text.ts'
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
  return time === null ? 'soon' : `on ${longDayText(Date.parse(time))}`
}

/** Tells a seller what became of their plan, and the one thing to do about it. */
export function writePlanMail(publicUrl: string, news: PlanNews, given: unknown): Message {
  const { plan, amount, currency, name, trialEnd, periodEnd } = data.parse(given)
  const end = dayOf(trialEnd)
  const paidUntil = dayOf(periodEnd)
  const planName = catalogue[plan].name
  const price = formatAmount(amount, currency)
  const { subject, what, advice, action } = {
    trial_ending: {
      subject: `Your Tillform trial ends ${end}`,
      what: `Your trial of the ${planName} plan ends ${end}. After that, the plan costs ${price} a month.`,
      advice:
        'With a card on file, it simply continues. Without one, it ends, nothing is charged, and your forms cannot be paid until you choose a plan.',
      action: 'See your plan',
    },
    plan_payment_failed: {
      subject: `Your payment for Tillform ${planName} did not go through`,
      what: `We could not collect ${price} for your ${planName} plan.`,
      advice:
        'Everything keeps working while we try again over the next few days. To be safe, add another card and pay now.',
      action: 'Fix the payment',
    },
    plan_ended: {
      subject: `Your Tillform ${planName} plan has ended`,
      what: `Your ${planName} plan has ended. Your forms cannot be paid at the moment, and buyers are told so.`,
      advice: 'Nothing is lost: choose a plan, and your forms are open again at once.',
      action: 'Choose a plan',
    },
    partner_plan_ending: {
      subject: `Your Tillform ${planName} plan ends ${paidUntil}`,
      what: `Your shop no longer has a partner, so its ${planName} plan ends ${paidUntil}. Until then everything works as before, and nothing is charged.`,
      advice:
        'Choose another plan before that day, and your forms stay open without a break. Otherwise they cannot be paid from then on.',
      action: 'Choose a plan',
    },
    partner_plan_kept: {
      subject: `Your Tillform ${planName} plan continues`,
      what: `Your shop has a partner again, so its ${planName} plan continues.`,
      advice: 'There is nothing you need to do.',
      action: 'See your plan',
    },
  }[news]
  const url = `${publicUrl}/billing`
  const greeting = plainName(name)
  return {
    subject,
    text: [`Hello ${greeting},`, '', what, advice, '', `${action}:`, url].join('\n'),
    body: { heading: `Hello ${greeting}`, parts: [text(what), text(advice), button(action, url)] },
  }
}

/** Writes every mail about a seller's plan. */
export function planMailWriters(publicUrl: string): Writers {
  return Object.fromEntries(
    planNews.map((news) => [news, async ({ data: given }) => writePlanMail(publicUrl, news, given)] as const),
  )
}

/** What a seller is told about their plan by mail. */
const planNews = [
  'trial_ending',
  'plan_payment_failed',
  'plan_ended',
  'partner_plan_ending',
  'partner_plan_kept',
] as const
type PlanNews = (typeof planNews)[number]

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
