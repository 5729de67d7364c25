import { type Message, msg, say, t } from '#foundation/language/t.ts'
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
import { useMedia } from '#web/kit/browser/use-media.ts'
import { useZone } from '#web/kit/browser/zone.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import type { Point } from '#web/kit/chart/point.ts'
import { FoldPanel } from '#web/kit/layout/fold-panel.tsx'
import { beforeName } from './charts.tsx'
import { periodName, usePeriod } from '#selling/sales/ui/numbers/period.tsx'

type Rate = {
  readonly title: Message
  readonly byWeek: Message
  /** The chart's titles if it shows counts. */
  readonly counts: Message
  readonly countsByWeek: Message
  readonly part: keyof Activity
  readonly all: keyof Activity
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

type RatesProps = {
  readonly numbers: Dashboard
  /** Whether there was a previous period to compare with. */
  readonly hasBefore: boolean
}

/** Charts of the rates. A rate without data in this period is left out. */
export function RateCharts({ numbers, hasBefore }: RatesProps) {
  const zone = useZone()
  const { range } = usePeriod()
  const isWide = useMedia('(width >= 40rem)')
  const { current, previous } = numbers.activity
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
  const shown = drawn.map((one) => {
    const { rate, points, isByWeek, areRates } = one
    const [title, byWeek] = areRates ? [rate.title, rate.byWeek] : [rate.counts, rate.countsByWeek]
    return (
      <Chart
        key={rate.part}
        title={say(isByWeek ? byWeek : title)}
        height="h-32"
        isPlain={!isWide}
        present={isByWeek ? points.length - 1 : presentStep(numbers)}
        format={areRates ? rateText : (count) => countText(Math.round(count))}
        reach={reachOf(one)}
        ticksFrom={numbers.unit === 'hour' ? 'start' : 'end'}
        points={points}
        total={{
          name: periodName(range),
          text: countedText({ part: current[rate.part], all: current[rate.all] }),
          ...(hasBefore && {
            before: {
              value: null,
              text: countedText({ part: previous[rate.part], all: previous[rate.all] }),
            },
          }),
        }}
        names={
          areRates
            ? { value: say(rate.title), ...(hasBefore && { before: beforeName(numbers) }) }
            : {
                value: say(rate.partName),
                whole: say(rate.allName),
                ...(hasBefore && { before: say(rate.partBefore) }),
              }
        }
      />
    )
  })
  if (isWide) return <div className={rowOfCharts}>{shown}</div>
  return (
    <FoldPanel
      title={t('Rates over time')}
      note={t('{rate} conversion', { rate: rateText(rateOf(current.orders, current.views)) })}
    >
      <div className="grid grid-cols-1 divide-y divide-line *:px-5 *:pt-4 *:pb-5">{shown}</div>
    </FoldPanel>
  )
}

/** Three charts in a row, or two and a wide one. */
const rowOfCharts =
  'grid grid-cols-1 gap-6 md:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none md:[&>:last-child:nth-child(odd)]:col-span-2 lg:[&>:last-child:nth-child(odd)]:col-span-1'

/** A rate's points: bars that show rates or, where there are too few events, their counts. */
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
