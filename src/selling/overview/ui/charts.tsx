import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { axisAmount } from '#foundation/money/axis-amount.ts'
import type { Activity, Dashboard } from '#selling/sales/dashboard/dashboard-wire.ts'
import {
  areEnough,
  chartable,
  countText,
  presentStep,
  rateOf,
  rateText,
  stepTexts,
} from '#selling/sales/ui/number-texts.ts'
import { useZone } from '#web/kit/browser/zone.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import type { Point } from '#web/kit/chart/point.ts'

type NetProps = {
  readonly numbers: Dashboard
  readonly money: Dashboard['currencies'][number]
  /** Within the panel of today. */
  readonly isPlain?: boolean
}

export function NetChart({ numbers, money: { currency, net, previousNet }, isPlain = false }: NetProps) {
  return (
    <Chart
      title={t(
        '{unit, select, hour {Net revenue by hour, in {currency}} day {Net revenue by day, in {currency}} other {Net revenue by month, in {currency}}}',
        { unit: numbers.unit, currency: currency.toUpperCase() },
      )}
      {...timelineOf(numbers, net, previousNet, useZone(), (minor) =>
        formatAmount(Math.round(minor), currency),
      )}
      format={(minor) => axisAmount(minor, currency)}
      names={{ value: t('Net revenue'), before: beforeName(numbers) }}
      isPlain={isPlain}
      {...(isPlain && { height: 'h-28' })}
    />
  )
}

/** The paid orders of each step. */
export function OrdersChart({ numbers }: Pick<NetProps, 'numbers'>) {
  const { series, previousSeries } = numbers.activity
  const ordersOf = (activities: readonly Activity[]) => activities.map(({ orders }) => orders)
  return (
    <Chart
      title={t('{unit, select, hour {Orders by hour} day {Orders by day} other {Orders by month}}', {
        unit: numbers.unit,
      })}
      {...timelineOf(numbers, ordersOf(series), ordersOf(previousSeries), useZone(), (count) =>
        countText(Math.round(count)),
      )}
      names={{ value: t('Orders'), before: beforeName(numbers) }}
    />
  )
}

/** Page views by hour, while today has no sales. */
export function ViewsChart({ numbers }: Pick<NetProps, 'numbers'>) {
  const { series, previousSeries } = numbers.activity
  const viewsOf = (activities: readonly Activity[]) => activities.map(({ views }) => views)
  return (
    <Chart
      title={t('Page views by hour')}
      {...timelineOf(numbers, viewsOf(series), viewsOf(previousSeries), useZone(), (views) =>
        countText(Math.round(views)),
      )}
      names={{ value: t('Page views'), before: beforeName(numbers) }}
      isPlain
      height="h-28"
    />
  )
}

function beforeName({ unit }: Dashboard): string {
  return unit === 'hour' ? t('Yesterday') : t('Previous period')
}

/** The points of a number over a period; what is still to come has only the previous period's. */
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

type Rate = {
  readonly title: Message
  readonly byWeek: Message
  /** The titles where counts are drawn. */
  readonly counts: Message
  readonly countsByWeek: Message
  readonly part: keyof Activity
  readonly all: keyof Activity
  /** The names of the counts. */
  readonly partName: Message
  readonly allName: Message
  readonly partBefore: Message
}

const conversion = {
  title: msg('Conversion'),
  byWeek: msg('Conversion by week'),
  counts: msg('Page views and orders'),
  countsByWeek: msg('Page views and orders by week'),
  part: 'orders',
  all: 'views',
  partName: msg('Orders'),
  allName: msg('Page views'),
  partBefore: msg('Orders, previous period'),
} as const satisfies Rate
const takeRates = [
  {
    title: msg('Bump take rate'),
    byWeek: msg('Bump take rate by week'),
    counts: msg('Bumps offered and taken'),
    countsByWeek: msg('Bumps offered and taken by week'),
    part: 'bumpsTaken',
    all: 'bumpsOffered',
    partName: msg('Taken'),
    allName: msg('Offered'),
    partBefore: msg('Taken, previous period'),
  },
  {
    title: msg('Offer take rate'),
    byWeek: msg('Offer take rate by week'),
    counts: msg('Offers shown and taken'),
    countsByWeek: msg('Offers shown and taken by week'),
    part: 'offersTaken',
    all: 'offersShown',
    partName: msg('Taken'),
    allName: msg('Shown'),
    partBefore: msg('Taken, previous period'),
  },
] as const satisfies readonly Rate[]

type RatesProps = { readonly numbers: Dashboard }

/** Charts of the rates; a rate without data in this period is left out. */
export function RateCharts({ numbers }: RatesProps) {
  const zone = useZone()
  const { current } = numbers.activity
  const taken = takeRates.filter(({ all }) => current[all] > 0)
  const charts = [...(current.views > 0 ? [conversion] : []), ...taken]
  if (charts.length === 0) return null
  const drawn = charts.map((rate) => ({ rate, ...pointsOf(rate, numbers, zone) }))
  // Take rates share an axis, and so do their counts.
  const reachOf = ({ rate, areRates }: (typeof drawn)[number]) =>
    rate === conversion
      ? 0
      : Math.max(
          ...drawn
            .filter((other) => other.rate !== conversion && other.areRates === areRates)
            .flatMap(({ points }) => points)
            .flatMap(({ value, whole, before }) => [value ?? 0, whole ?? 0, before?.value ?? 0]),
        )
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none md:[&>:last-child:nth-child(odd)]:col-span-2 lg:[&>:last-child:nth-child(odd)]:col-span-1">
      {drawn.map((one) => {
        const { rate, points, isByWeek, areRates } = one
        const [title, byWeek] = areRates ? [rate.title, rate.byWeek] : [rate.counts, rate.countsByWeek]
        return (
          <Chart
            key={rate.part}
            title={say(isByWeek ? byWeek : title)}
            height="h-32"
            present={isByWeek ? points.length - 1 : presentStep(numbers)}
            format={areRates ? rateText : (count) => countText(Math.round(count))}
            reach={reachOf(one)}
            ticksFrom={numbers.unit === 'hour' ? 'start' : 'end'}
            points={points}
            names={
              areRates
                ? { value: say(rate.title), before: beforeName(numbers) }
                : { value: say(rate.partName), whole: say(rate.allName), before: say(rate.partBefore) }
            }
          />
        )
      })}
    </div>
  )
}

/** A rate's points: bars of rates, or where there are too few events, of their counts. */
function pointsOf({ part, all }: Rate, { activity, unit, ...numbers }: Dashboard, zone: string) {
  const countsOf = (counts: Activity | undefined) => ({
    part: counts?.[part] ?? 0,
    all: counts?.[all] ?? 0,
  })
  const steps = stepTexts({ unit, steps: numbers.steps }, zone).map((step, index) => ({
    ...step,
    ...countsOf(activity.series[index]),
    before: countsOf(activity.previousSeries[index]),
  }))
  const { counted, isByWeek, areRates } = chartable(steps, unit)
  const points = counted.map(({ name, tick, before, ...now }): Point => {
    return {
      name,
      tick,
      value: areRates ? rateOf(now.part, now.all) : now.part,
      text: countedText(now),
      ...(!areRates && { whole: now.all }),
      before: { value: previousValue(before, areRates), text: countedText(before) },
    }
  })
  return { points, isByWeek, areRates }
}

type Counts = { readonly part: number; readonly all: number }

function previousValue(counts: Counts, areRates: boolean): number | null {
  if (areRates) return areEnough(counts) ? rateOf(counts.part, counts.all) : null
  return counts.all === 0 ? null : counts.part
}

function countedText({ part, all }: Counts): string {
  if (all === 0) return t('No data')
  return t('{rate} ({part} of {all})', {
    rate: rateText(rateOf(part, all)),
    part: countText(part),
    all: countText(all),
  })
}
