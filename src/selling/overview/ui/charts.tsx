import type { ReactNode } from 'react'
import { t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { axisAmount } from '#foundation/money/axis-amount.ts'
import type { Activity, Dashboard, Range } from '#selling/sales/dashboard/dashboard-wire.ts'
import { countText, presentStep, stepTexts } from '#selling/sales/ui/number-texts.ts'
import { useZone } from '#web/kit/browser/zone.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import type { Point } from '#web/kit/chart/point.ts'
import { periodName, usePeriod } from '#selling/sales/ui/numbers/period.tsx'

type NetProps = {
  readonly numbers: Dashboard
  readonly money: Dashboard['currencies'][number]
  /** Within another panel. */
  readonly isPlain?: boolean
  /** Today's numbers, in a low chart. */
  readonly isToday?: boolean
  /** Whether there was a previous period to compare with. */
  readonly hasBefore?: boolean
  /** What else the chart can show, next to its title. */
  readonly choice?: ReactNode
}

export function NetChart({
  numbers,
  money,
  isPlain = false,
  isToday = false,
  hasBefore = true,
  choice,
}: NetProps) {
  const { currency, net, previousNet, current, previous } = money
  const { range } = usePeriod()
  const amount = (minor: number) => formatAmount(Math.round(minor), currency)
  return (
    <Chart
      title={t(
        '{unit, select, hour {Net revenue by hour, in {currency}} day {Net revenue by day, in {currency}} other {Net revenue by month, in {currency}}}',
        { unit: numbers.unit, currency: currency.toUpperCase() },
      )}
      {...timelineOf(numbers, net, hasBefore ? previousNet : null, useZone(), amount)}
      total={totalOf(isToday ? 'today' : range, amount, current.net, hasBefore ? previous.net : null)}
      format={(minor) => axisAmount(minor, currency)}
      names={{ value: t('Net revenue'), ...(hasBefore && { before: beforeName(numbers) }) }}
      choice={choice}
      isPlain={isPlain}
      {...(isToday && { height: 'h-24 sm:h-28' })}
    />
  )
}

/** Charts the paid orders in each hour, day or month. */
export function OrdersChart({
  numbers,
  hasBefore = true,
  choice,
}: Pick<NetProps, 'numbers' | 'hasBefore' | 'choice'>) {
  const { current, previous, series, previousSeries } = numbers.activity
  const { range } = usePeriod()
  const ordersOf = (activities: readonly Activity[]) => activities.map(({ orders }) => orders)
  return (
    <Chart
      title={t('{unit, select, hour {Orders by hour} day {Orders by day} other {Orders by month}}', {
        unit: numbers.unit,
      })}
      {...timelineOf(
        numbers,
        ordersOf(series),
        hasBefore ? ordersOf(previousSeries) : null,
        useZone(),
        (count) => countText(Math.round(count)),
      )}
      total={totalOf(range, countText, current.orders, hasBefore ? previous.orders : null)}
      names={{ value: t('Orders'), ...(hasBefore && { before: beforeName(numbers) }) }}
      choice={choice}
    />
  )
}

/** Page views by hour, while today has no sales. */
export function ViewsChart({ numbers }: Pick<NetProps, 'numbers'>) {
  const { current, previous, series, previousSeries } = numbers.activity
  const viewsOf = (activities: readonly Activity[]) => activities.map(({ views }) => views)
  return (
    <Chart
      title={t('Page views by hour')}
      {...timelineOf(numbers, viewsOf(series), viewsOf(previousSeries), useZone(), (views) =>
        countText(Math.round(views)),
      )}
      total={totalOf('today', countText, current.views, previous.views)}
      names={{ value: t('Page views'), before: beforeName(numbers) }}
      isPlain
      height="h-24 sm:h-28"
    />
  )
}

export function beforeName({ unit }: Dashboard): string {
  return unit === 'hour' ? t('Yesterday') : t('Previous period')
}

/** A number for the whole period, and for the previous one. */
function totalOf(range: Range, format: (value: number) => string, now: number, before: number | null) {
  return {
    name: periodName(range),
    text: format(now),
    ...(before !== null && {
      before: {
        value: before,
        text: range === 'today' ? t('{value} by this time', { value: format(before) }) : format(before),
      },
    }),
  }
}

/** The points of a figure over a period. Future points have only a value from the previous period. */
function timelineOf(
  numbers: Dashboard,
  values: readonly number[],
  previous: readonly number[] | null,
  zone: string,
  format: (value: number) => string,
) {
  const [steps, present] = [stepTexts(numbers, zone), presentStep(numbers)]
  const points = steps.map((step, index): Point => {
    const value = index > present ? null : (values[index] ?? 0)
    const before = previous?.[index] ?? 0
    return {
      ...step,
      value,
      text: value === null ? '–' : format(value),
      ...(previous !== null && { before: { value: before, text: format(before) } }),
    }
  })
  return { points, present, format, ticksFrom: numbers.unit === 'hour' ? 'start' : 'end' } as const
}
