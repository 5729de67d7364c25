import { listText } from '#foundation/language/list.ts'
import { t } from '#foundation/language/t.ts'
import type { DisabledByPlanParts } from '#accounts/billing/contract.ts'

/** The parts of a form that the plan disables, such as "2 order bumps, 1 tax and 1 timer". */
export function disabledByPlanWords({ bumps, offers, taxes, timers }: DisabledByPlanParts): string {
  return listText([
    ...(bumps === 0 ? [] : [t('{bumps, plural, one {# order bump} other {# order bumps}}', { bumps })]),
    ...(offers === 0
      ? []
      : [t('{offers, plural, one {# one-time offer} other {# one-time offers}}', { offers })]),
    ...(taxes === 0 ? [] : [t('{taxes, plural, one {# tax} other {# taxes}}', { taxes })]),
    ...(timers === 0 ? [] : [t('{timers, plural, one {# timer} other {# timers}}', { timers })]),
  ])
}

/** The effects of a plan change on coupons and on the forms listed below. */
export function disabledByPlanSentences(forms: number, coupons: number): string {
  return [
    ...(forms === 0 ? [] : [t('Buyers will no longer see or pay for these.')]),
    ...(coupons === 0
      ? []
      : [
          t(
            '{coupons, plural, one {Your coupon stops} other {Your # coupons stop}} working, whether typed in or opened from a link.',
            { coupons },
          ),
        ]),
  ].join(' ')
}
