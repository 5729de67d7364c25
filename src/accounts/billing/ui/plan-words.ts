import { dateFormat } from '#foundation/time/date-format.ts'
import { t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import type { Tone } from '#web/kit/layout/badge.tsx'
import { catalogue } from '../catalogue.ts'
import type { PlanCredit, Subscription } from '../contract.ts'
import { hasEnded } from '../subscription/plan-status.ts'

/** Formats the day of a time in a time zone. */
export function dayText(at: string | null, zone: string): string {
  if (at === null) return t('soon')
  return dateFormat({ dateStyle: 'medium', timeZone: zone }).format(new Date(at))
}

export function monthly(total: number, currency: string): string {
  return total === 0 ? t('free') : t('{amount} a month', { amount: formatAmount(total, currency) })
}

/** Whether a plan has ended, or is inactive until it is paid. */
export function isOver({ status }: Pick<Subscription, 'status'>): boolean {
  return hasEnded(status) || status === 'unpaid' || status === 'paused'
}

/** The credit left from earlier payments and what it is used for. A plan that ends has no further invoices. */
export function creditText(subscription: Subscription, { total, currency }: PlanCredit): string {
  const { cancelAtPeriodEnd, endsWithRole } = subscription
  const continues = !isOver(subscription) && !cancelAtPeriodEnd && !endsWithRole
  const amount = formatAmount(total, currency)
  return continues
    ? t('You have {amount} in credit, applied to your next invoices.', { amount })
    : t('You have {amount} in credit.', { amount })
}

export type PlanWords = { readonly tone: Tone; readonly label: string; readonly text: string }

/** A subscription's state in plain words. `hasCard` is undefined until loaded. */
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
      if (status === 'creating' && trialEnd === null) return waiting()
      const day = dayText(trialEnd, zone)
      if (cancelAtPeriodEnd) {
        return {
          tone: 'warning',
          label: t('Ends soon'),
          text: t('Your trial ends on {day}. Your plan ends too, and you will not be charged.', { day }),
        }
      }
      const text =
        hasCard === false
          ? t('Your trial ends on {day}. Add a card to keep your plan.', { day })
          : t('Your trial ends on {day}. Then it costs {price}.', { day, price })
      return { tone: 'brand', label: t('Trial'), text }
    }
    case 'active':
      if (subscription.endsWithRole) {
        const text = t(
          'The Partner plan is no longer available to your shop. It ends on {day}. Choose another plan before then to keep selling.',
          { day: dayText(currentPeriodEnd, zone) },
        )
        return { tone: 'warning', label: t('Ends soon'), text }
      }
      if (cancelAtPeriodEnd) {
        const text = t('Your plan ends on {day}. Everything keeps working until then.', {
          day: dayText(currentPeriodEnd, zone),
        })
        return { tone: 'warning', label: t('Ends soon'), text }
      }
      return {
        tone: 'success',
        label: t('Active'),
        text:
          total === 0
            ? t('Nothing to pay.')
            : t('Renews on {day}.', { day: dayText(currentPeriodEnd, zone) }),
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
      return waiting()
    case 'unpaid':
    case 'paused':
    case 'canceled':
    case 'incomplete_expired':
      return {
        tone: 'danger',
        label: t('Ended'),
        text: t('Your plan ended on {day}. Choose a plan to start selling again.', {
          day: dayText(subscription.endedAt ?? currentPeriodEnd, zone),
        }),
      }
  }
}

const waiting = (): PlanWords => ({
  tone: 'warning',
  label: t('Payment open'),
  text: t('Your first payment has not gone through. Pay it to start, or choose another plan.'),
})

export function planName(plan: Subscription['plan']): string {
  return catalogue[plan].name
}
