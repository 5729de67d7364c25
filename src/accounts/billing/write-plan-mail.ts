import { z } from 'zod'
import { longDayText } from '#foundation/time/day-text.ts'
import { button, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message, Writers } from '#foundation/mail/send-mails.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { catalogue, plans } from './catalogue.ts'
import { planNews, type PlanNews } from './plan-mails.ts'

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
