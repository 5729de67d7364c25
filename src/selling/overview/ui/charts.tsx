import { formatAmount } from '#foundation/money/amount.ts'
import type { Activity, Dashboard } from '#selling/sales/dashboard/dashboard-wire.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import { useZone } from '#web/kit/browser/zone.ts'
import {
  countText,
  inWeeks,
  presentStep,
  rateOf,
  rateText,
  stepTexts,
} from '#selling/sales/ui/number-texts.ts'

type NetProps = { readonly numbers: Dashboard; readonly money: Dashboard['currencies'][number] }

export function NetChart({ numbers, money: { currency, net } }: NetProps) {
  const names = stepTexts(numbers, useZone())
  return (
    <Chart
      title={`Net revenue by ${numbers.unit}, in ${currency.toUpperCase()}`}
      kind="bars"
      valueName="Net revenue"
      present={presentStep(numbers)}
      format={(minor) => formatAmount(Math.round(minor), currency)}
      points={net.map((value, index) => ({
        name: names[index] ?? '',
        value,
        text: formatAmount(value, currency),
      }))}
    />
  )
}

const rates = [
  { title: 'Conversion', part: 'orders', all: 'views', words: 'orders of', things: 'views' },
  { title: 'Bump take rate', part: 'bumpsTaken', all: 'bumpsOffered', words: 'of', things: 'bumps' },
  { title: 'Offer take rate', part: 'offersTaken', all: 'offersShown', words: 'of', things: 'offers' },
] as const satisfies readonly { part: keyof Activity; all: keyof Activity; [text: string]: string }[]

/** Of more days than these a rate is drawn by week: a day is of too few to show how it goes. */
const mostDays = 31

/** How the rates went; one that had nothing to be counted of in this time is left out. */
export function RateCharts({ numbers }: { readonly numbers: Dashboard }) {
  const { activity, unit } = numbers
  const names = stepTexts(numbers, useZone())
  const shown = rates.filter(({ all }) => activity.current[all] > 0)
  if (shown.length === 0) return null
  const isByWeek = unit === 'day' && names.length > mostDays
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none md:[&>:last-child:nth-child(odd)]:col-span-2 lg:[&>:last-child:nth-child(odd)]:col-span-1">
      {shown.map(({ title, part, all, words, things }) => {
        const steps = activity.series.map((counts, index) => ({
          name: names[index] ?? '',
          part: counts[part],
          all: counts[all],
        }))
        const counted = isByWeek ? inWeeks(steps) : steps
        return (
          <Chart
            key={title}
            title={isByWeek ? `${title} by week` : title}
            kind="line"
            height="h-28"
            valueName={title}
            present={isByWeek ? counted.length - 1 : presentStep(numbers)}
            format={rateText}
            points={counted.map((one) => {
              const value = rateOf(one.part, one.all)
              const of = `${countText(one.part)} ${words} ${countText(one.all)} ${things}`
              return {
                name: one.name,
                value,
                text: value === null ? 'Nothing counted' : `${rateText(value)} (${of})`,
              }
            })}
          />
        )
      })}
    </div>
  )
}
