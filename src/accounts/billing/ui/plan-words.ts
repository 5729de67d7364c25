import { formatAmount } from '#foundation/money/amount.ts'
import type { Tone } from '#web/kit/layout/badge.tsx'
import { catalogue } from '../catalogue.ts'
import type { PlanCredit, Subscription } from '../contract.ts'
import { hasEnded } from '../subscription/plan-status.ts'

/** The day of an instant by a zone's clock. */
export function dayText(at: string | null, zone: string): string {
  if (at === null) return 'soon'
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: zone }).format(new Date(at))
}

export function monthly(total: number, currency: string): string {
  return total === 0 ? 'free' : `${formatAmount(total, currency)} a month`
}

/** Whether a plan is over, or rests until it is paid. */
export function isOver({ status }: Pick<Subscription, 'status'>): boolean {
  return hasEnded(status) || status === 'unpaid' || status === 'paused'
}

/** What is left of earlier payments, and what becomes of it: no invoice follows a plan that ends. */
export function creditText(subscription: Subscription, { total, currency }: PlanCredit): string {
  const { cancelAtPeriodEnd, endsWithRole } = subscription
  const goesOn = !isOver(subscription) && !cancelAtPeriodEnd && !endsWithRole
  return `You have a credit of ${formatAmount(total, currency)}${goesOn ? ', which pays your next invoices' : ''}.`
}

export type PlanWords = { readonly tone: Tone; readonly label: string; readonly text: string }

/** How a subscription stands, in plain words; `hasCard` is undefined while that is not known. */
export function describePlan(
  subscription: Subscription,
  hasCard: boolean | undefined,
  zone: string,
): PlanWords {
  const { status, currentPeriodEnd, trialEnd, cancelAtPeriodEnd, total, currency } = subscription
  const price = monthly(total, currency)
  switch (status) {
    case 'creating':
    case 'trialing': {
      const ends = `Your trial ends on ${dayText(trialEnd, zone)}`
      if (status === 'creating' && trialEnd === null) return waiting
      if (cancelAtPeriodEnd) {
        return {
          tone: 'warning',
          label: 'Ends soon',
          text: `${ends}, and your plan with it. Nothing is charged.`,
        }
      }
      const then = hasCard === false ? 'Add a card to continue after it' : `Then it costs ${price}`
      return { tone: 'brand', label: 'Trial', text: `${ends}. ${then}.` }
    }
    case 'active':
      if (subscription.endsWithRole) {
        const text = `This plan is for partners, and your shop no longer has one. It ends on ${dayText(currentPeriodEnd, zone)}. Choose another plan before then to keep your forms open.`
        return { tone: 'warning', label: 'Ends soon', text }
      }
      if (cancelAtPeriodEnd) {
        const text = `Your plan ends on ${dayText(currentPeriodEnd, zone)}. Until then everything works as before.`
        return { tone: 'warning', label: 'Ends soon', text }
      }
      return {
        tone: 'success',
        label: 'Active',
        text: total === 0 ? 'Nothing to pay.' : `Renews on ${dayText(currentPeriodEnd, zone)}.`,
      }
    case 'past_due':
      return {
        tone: 'danger',
        label: 'Payment failed',
        text: 'The last payment did not go through. Everything keeps working while we try again; pay now to be safe.',
      }
    case 'incomplete':
      return waiting
    case 'unpaid':
    case 'paused':
    case 'canceled':
    case 'incomplete_expired':
      return {
        tone: 'danger',
        label: 'Ended',
        text: `Your plan ended on ${dayText(subscription.endedAt ?? currentPeriodEnd, zone)}. Your forms cannot be paid until you choose one.`,
      }
  }
}

const waiting: PlanWords = {
  tone: 'warning',
  label: 'Payment open',
  text: 'The first payment has not gone through yet. Pay it to begin, or choose another plan.',
}

export function planName(plan: Subscription['plan']): string {
  return catalogue[plan].name
}
