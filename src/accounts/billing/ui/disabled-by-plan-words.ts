import { listText } from '#foundation/language/list.ts'
import { t } from '#foundation/language/t.ts'
import type { DisabledByPlanParts } from '#accounts/billing/contract.ts'

/** The parts of a form that the plan disables: "2 order bumps, 1 tax and 1 timer". */
export function disabledByPlanWords({ bumps, offers, taxes, timers }: DisabledByPlanParts): string {
  return listText([
    ...counted(bumps, 'order bump'),
    ...counted(offers, 'one-time offer'),
    ...counted(taxes, 'tax'),
    ...counted(timers, 'timer'),
  ])
}

/** The effects of a change of plan on the forms listed below it, and on coupons. */
export function disabledByPlanSentences(forms: number, coupons: number): string {
  const stop = coupons === 1 ? t('Your coupon stops') : t('Your {coupons} coupons stop', { coupons })
  return [
    ...(forms === 0 ? [] : ['Buyers will no longer see or pay for these.']),
    ...(coupons === 0 ? [] : [`${stop} working, whether typed in or opened from a link.`]),
  ].join(' ')
}

function counted(count: number, noun: string): string[] {
  return count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`]
}
