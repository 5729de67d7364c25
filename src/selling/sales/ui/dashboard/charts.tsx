import { formatAmount } from '#foundation/money/amount.ts'
import type { Activity, Dashboard } from '#selling/sales/dashboard/dashboard-wire.ts'
import { Chart } from '#web/kit/chart.tsx'
import { useZone } from '#web/kit/zone.ts'
import { countText, presentStep, rateOf, rateText, stepTexts } from './number-texts.ts'

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

/** How the rates went; one that had nothing to be counted of in this time is left out. */
export function RateCharts({ numbers }: { readonly numbers: Dashboard }) {
  const { activity } = numbers
  const names = stepTexts(numbers, useZone())
  const shown = rates.filter(({ all }) => activity.current[all] > 0)
  if (shown.length === 0) return null
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none md:[&>:last-child:nth-child(odd)]:col-span-2 lg:[&>:last-child:nth-child(odd)]:col-span-1">
      {shown.map(({ title, part, all, words, things }) => (
        <Chart
          key={title}
          title={title}
          kind="line"
          height="h-28"
          valueName={title}
          present={presentStep(numbers)}
          format={rateText}
          points={activity.series.map((counts, index) => {
            const value = rateOf(counts[part], counts[all])
            const of = `${countText(counts[part])} ${words} ${countText(counts[all])} ${things}`
            return {
              name: names[index] ?? '',
              value,
              text: value === null ? 'Nothing counted' : `${rateText(value)} (${of})`,
            }
          })}
        />
      ))}
    </div>
  )
}
