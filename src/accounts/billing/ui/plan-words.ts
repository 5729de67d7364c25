import { t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import type { Tone } from '#web/kit/layout/badge.tsx'
import { catalogue } from '../catalogue.ts'
import type { PlanCredit, Subscription } from '../contract.ts'
import { hasEnded } from '../subscription/plan-status.ts'

/** The day of an instant in a time zone. */
export function dayText(at: string | null, zone: string): string {
  if (at === null) return 'soon'
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: zone }).format(new Date(at))
}

export function monthly(total: number, currency: string): string {
  return total === 0 ? 'free' : `${formatAmount(total, currency)} a month`
}

/** Whether a plan has ended, or is inactive until it is paid. */
export function isOver({ status }: Pick<Subscription, 'status'>): boolean {
  return hasEnded(status) || status === 'unpaid' || status === 'paused'
}

/** The credit left from earlier payments, and its use: no invoice follows a plan that ends. */
export function creditText(subscription: Subscription, { total, currency }: PlanCredit): string {
  const { cancelAtPeriodEnd, endsWithRole } = subscription
  const continues = !isOver(subscription) && !cancelAtPeriodEnd && !endsWithRole
  return `You have ${formatAmount(total, currency)} in credit${continues ? t(', applied to your next invoices') : ''}.`
}

export type PlanWords = { readonly tone: Tone; readonly label: string; readonly text: string }

/** A subscription's state in plain words; `hasCard` is undefined while that is not known. */
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
          label: t('Ends soon'),
          text: t('{ends}. Your plan ends too, and you will not be charged.', { ends }),
        }
      }
      const then =
        hasCard === false ? t('Add a card to keep your plan') : t('Then it costs {price}', { price })
      return { tone: 'brand', label: t('Trial'), text: `${ends}. ${then}.` }
    }
    case 'active':
      if (subscription.endsWithRole) {
        const text = `The Partner plan is no longer available to your shop. It ends on ${dayText(currentPeriodEnd, zone)}. Choose another plan before then to keep selling.`
        return { tone: 'warning', label: t('Ends soon'), text }
      }
      if (cancelAtPeriodEnd) {
        const text = `Your plan ends on ${dayText(currentPeriodEnd, zone)}. Everything keeps working until then.`
        return { tone: 'warning', label: t('Ends soon'), text }
      }
      return {
        tone: 'success',
        label: t('Active'),
        text: total === 0 ? t('Nothing to pay.') : `Renews on ${dayText(currentPeriodEnd, zone)}.`,
      }
    case 'past_due':
      return {
        tone: 'danger',
        label: t('Payment failed'),
        text: t(
          'Your last payment failed. Everything keeps working while we retry. Pay now to avoid an interruption.',
        ),
      }
    case 'incomplete':
      return waiting
    case 'unpaid':
    case 'paused':
    case 'canceled':
    case 'incomplete_expired':
      return {
        tone: 'danger',
        label: t('Ended'),
        text: `Your plan ended on ${dayText(subscription.endedAt ?? currentPeriodEnd, zone)}. Choose a plan to start selling again.`,
      }
  }
}

const waiting: PlanWords = {
  tone: 'warning',
  label: 'Payment open',
  text: 'Your first payment has not gone through. Pay it to start, or choose another plan.',
}

export function planName(plan: Subscription['plan']): string {
  return catalogue[plan].name
}
