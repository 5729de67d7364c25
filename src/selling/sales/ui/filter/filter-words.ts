import { dateFormat } from '#foundation/time/date-format.ts'
import { msg, say, t } from '#foundation/language/t.ts'
import type { FilterChip } from '#web/kit/list/filter-chips.tsx'
import { purchaseKinds } from '#foundation/db/tables/purchases.ts'
import { soughtStatuses, soughtSubscriptions, type SoughtStatus } from '#selling/list-filters/sale-filter.ts'
import { statusText, kindLabels } from '../status-badge.tsx'
import type { ShownFilter } from './sale-search.ts'

const subscriptionLabels = {
  active: msg('Active'),
  trialing: msg('Trialing'),
  paused: msg('Paused'),
  canceling: msg('Canceling'),
  past_due: msg('Past due'),
} as const

const sharedStatuses = {
  sold: msg('Paid or refunded'),
  returned: msg('Refunded or reversed'),
  disputed: msg('Disputed'),
} as const

function soughtStatusText(status: SoughtStatus): string {
  return status === 'sold' || status === 'returned' || status === 'disputed'
    ? say(sharedStatuses[status])
    : statusText(status)
}

export function filterChoices() {
  const any = { value: '', label: t('Any') }
  return {
    statuses: [any, ...soughtStatuses.map((value) => ({ value, label: soughtStatusText(value) }))],
    kinds: [any, ...purchaseKinds.map((value) => ({ value, label: say(kindLabels[value]) }))],
    subscriptions: [
      any,
      ...soughtSubscriptions.map((value) => ({ value, label: say(subscriptionLabels[value]) })),
    ],
  }
}

/** The parts of a filter in words, each with the names of its URL parameters. */
export function chipsOf(
  filter: ShownFilter,
  { formTitle, priceName }: { formTitle: string | undefined; priceName: string | undefined },
): FilterChip<keyof ShownFilter>[] {
  const { customer, form, price, status, kind, subscription, currency, source, campaign, from, to } = filter
  return [
    ...(customer === undefined ? [] : [{ text: t('One customer'), names: ['customer'] } as const]),
    // A price belongs to its form, so removing the form removes both.
    ...(form === undefined ? [] : [{ text: formTitle ?? t('One form'), names: ['form', 'price'] } as const]),
    ...(price === undefined ? [] : [{ text: priceName ?? t('One price'), names: ['price'] } as const]),
    ...(status === undefined ? [] : [{ text: soughtStatusText(status), names: ['status'] } as const]),
    ...(kind === undefined ? [] : [{ text: say(kindLabels[kind]), names: ['kind'] } as const]),
    ...(subscription === undefined
      ? []
      : [
          {
            text: subscription === 'active' ? t('Subscription active') : t('Subscription past due'),
            names: ['subscription'],
          } as const,
        ]),
    ...(currency === undefined ? [] : [{ text: currency.toUpperCase(), names: ['currency'] } as const]),
    ...(source === undefined ? [] : [{ text: t('From {source}', { source }), names: ['source'] } as const]),
    ...(campaign === undefined
      ? []
      : [{ text: t('Campaign {campaign}', { campaign }), names: ['campaign'] } as const]),
    ...(from === undefined && to === undefined
      ? []
      : [{ text: daysText(from, to), names: ['from', 'to'] } as const]),
  ]
}

const day = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })

function daysText(from: string | undefined, to: string | undefined): string {
  const text = (date: string) => day.format(new Date(`${date}T00:00:00Z`))
  if (from === undefined) return to === undefined ? '' : t('Until {day}', { day: text(to) })
  if (to === undefined) return t('Since {day}', { day: text(from) })
  return from === to ? text(from) : `${text(from)} – ${text(to)}`
}
