import { t } from '#foundation/language/t.ts'
import type { FilterChip } from '#web/kit/list/filter-chips.tsx'
import { purchaseKinds } from '#foundation/db/tables/purchases.ts'
import { soughtStatuses, soughtSubscriptions, type SoughtStatus } from '#selling/list-filters/sale-filter.ts'
import { statusText, kindLabels } from '../status-badge.tsx'
import type { ShownFilter } from './sale-search.ts'

const subscriptionLabels = { active: 'Active', past_due: 'Past due' } as const

const sharedStatuses = {
  sold: 'Paid or refunded',
  returned: 'Refunded or reversed',
  disputed: 'Disputed',
} as const

function soughtStatusText(status: SoughtStatus): string {
  return status === 'sold' || status === 'returned' || status === 'disputed'
    ? sharedStatuses[status]
    : statusText(status)
}

const any = { value: '', label: 'Any' }

export const statusChoices = [
  any,
  ...soughtStatuses.map((value) => ({ value, label: soughtStatusText(value) })),
]
export const kindChoices = [any, ...purchaseKinds.map((value) => ({ value, label: kindLabels[value] }))]
export const subscriptionChoices = [
  any,
  ...soughtSubscriptions.map((value) => ({ value, label: subscriptionLabels[value] })),
]

/** The parts of a filter in words, each with the names of its URL parameters. */
export function chipsOf(
  filter: ShownFilter,
  { formTitle, priceName }: { formTitle: string | undefined; priceName: string | undefined },
): FilterChip<keyof ShownFilter>[] {
  const { customer, form, price, status, kind, subscription, currency, from, to } = filter
  return [
    ...(customer === undefined ? [] : [{ text: t('One customer'), names: ['customer'] } as const]),
    // A price belongs to its form, so removing the form removes both.
    ...(form === undefined ? [] : [{ text: formTitle ?? t('One form'), names: ['form', 'price'] } as const]),
    ...(price === undefined ? [] : [{ text: priceName ?? t('One price'), names: ['price'] } as const]),
    ...(status === undefined ? [] : [{ text: soughtStatusText(status), names: ['status'] } as const]),
    ...(kind === undefined ? [] : [{ text: kindLabels[kind], names: ['kind'] } as const]),
    ...(subscription === undefined
      ? []
      : [
          {
            text: `Subscription ${subscriptionLabels[subscription].toLowerCase()}`,
            names: ['subscription'],
          } as const,
        ]),
    ...(currency === undefined ? [] : [{ text: currency.toUpperCase(), names: ['currency'] } as const]),
    ...(from === undefined && to === undefined
      ? []
      : [{ text: daysText(from, to), names: ['from', 'to'] } as const]),
  ]
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

function daysText(from: string | undefined, to: string | undefined): string {
  const text = (date: string) => day.format(new Date(`${date}T00:00:00Z`))
  if (from === undefined) return to === undefined ? '' : `Until ${text(to)}`
  if (to === undefined) return `Since ${text(from)}`
  return from === to ? text(from) : `${text(from)} – ${text(to)}`
}
