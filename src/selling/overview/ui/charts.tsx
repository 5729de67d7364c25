import { t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { axisAmount } from '#foundation/money/axis-amount.ts'
import type { Activity, Dashboard, Range } from '#selling/sales/dashboard/dashboard-wire.ts'
import { countText, presentStep, stepTexts } from '#selling/sales/ui/number-texts.ts'
import { useZone } from '#web/kit/browser/zone.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import type { Point } from '#web/kit/chart/point.ts'
import { periodName, usePeriod } from './period.tsx'

type NetProps = {
  readonly numbers: Dashboard
  readonly money: Dashboard['currencies'][number]
  /** Within another panel. */
  readonly isPlain?: boolean
}

export function NetChart({ numbers, money, isPlain = false }: NetProps) {
  const { currency, net, previousNet, current, previous } = money
  const { range } = usePeriod()
  const amount = (minor: number) => formatAmount(Math.round(minor), currency)
  return (
    <Chart
      title={t(
        '{unit, select, hour {Net revenue by hour, in {currency}} day {Net revenue by day, in {currency}} other {Net revenue by month, in {currency}}}',
        { unit: numbers.unit, currency: currency.toUpperCase() },
      )}
      {...timelineOf(numbers, net, previousNet, useZone(), amount)}
      total={totalOf(isPlain ? 'today' : range, amount, current.net, previous.net)}
      format={(minor) => axisAmount(minor, currency)}
      names={{ value: t('Net revenue'), before: beforeName(numbers) }}
      isPlain={isPlain}
      {...(isPlain && { height: 'h-24 sm:h-28' })}
    />
  )
}

/** Charts the paid orders in each hour, day or month. */
export function OrdersChart({ numbers, isPlain = false }: Pick<NetProps, 'numbers' | 'isPlain'>) {
  const { current, previous, series, previousSeries } = numbers.activity
  const { range } = usePeriod()
  const ordersOf = (activities: readonly Activity[]) => activities.map(({ orders }) => orders)
  return (
    <Chart
      title={t('{unit, select, hour {Orders by hour} day {Orders by day} other {Orders by month}}', {
        unit: numbers.unit,
      })}
      {...timelineOf(numbers, ordersOf(series), ordersOf(previousSeries), useZone(), (count) =>
        countText(Math.round(count)),
      )}
      total={totalOf(range, countText, current.orders, previous.orders)}
      names={{ value: t('Orders'), before: beforeName(numbers) }}
      isPlain={isPlain}
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
function totalOf(range: Range, format: (value: number) => string, now: number, before: number) {
  return { name: periodName(range), text: format(now), before: { value: before, text: format(before) } }
}

/** The points of a number over a period. Future points have only a value from the previous period. */
function timelineOf(
  numbers: Dashboard,
  values: readonly number[],
  previous: readonly number[],
  zone: string,
  format: (value: number) => string,
) {
  const [steps, present] = [stepTexts(numbers, zone), presentStep(numbers)]
  const points = steps.map((step, index): Point => {
    const value = index > present ? null : (values[index] ?? 0)
    const before = previous[index] ?? 0
    return {
      ...step,
      value,
      text: value === null ? '–' : format(value),
      before: { value: before, text: format(before) },
    }
  })
  return { points, present, format, ticksFrom: numbers.unit === 'hour' ? 'start' : 'end' } as const
}
