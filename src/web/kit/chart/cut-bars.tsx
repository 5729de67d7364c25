import { t } from '#foundation/language/t.ts'
import type { Point } from './point.ts'

/** A bar that is too tall for the scale. */
type CutBar = {
  readonly index: number
  readonly name: string
  readonly text: string
  /** Whether the bar is for this period, and so in front. */
  readonly isMain: boolean
}

export function cutBars(points: readonly Point[], top: number, beforeName = ''): CutBar[] {
  return points.flatMap(({ name, value, text, before }, index) => [
    ...((value ?? 0) > top ? [{ index, name, text, isMain: true }] : []),
    ...(before !== undefined && (before.value ?? 0) > top
      ? [{ index, name: beforeName, text: before.text, isMain: false }]
      : []),
  ])
}

/** A label takes up to a fifth of a narrow chart's width. */
const roomOfLabel = 0.2

/** The cut bars with room above them for their value. */
export function farApart(bars: readonly CutBar[], count: number): CutBar[] {
  const chosen: CutBar[] = []
  for (const bar of bars) {
    const last = chosen.at(-1)
    const isFree = last === undefined || bar.index - last.index >= count * roomOfLabel
    if (bar.isMain && isFree) chosen.push(bar)
  }
  return chosen
}

type LabelsProps = { readonly bars: readonly CutBar[]; readonly count: number }

/** The values above the bars, within the chart. */
export function CutLabels({ bars, count }: LabelsProps) {
  return bars.map(({ index, text }) => {
    const along = `${((index + 0.5) / count) * 100}%`
    return (
      <span
        key={index}
        aria-hidden
        className="absolute bottom-full mb-1 text-xs leading-none font-semibold whitespace-nowrap tabular-nums"
        style={{ left: along, transform: `translateX(-${along})` }}
      >
        {text}
      </span>
    )
  })
}

/** The values of cut bars that have no room for a label. */
export function CutBars({ cut }: { readonly cut: readonly CutBar[] }) {
  if (cut.length === 0) return null
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-muted">
      <span>{t('Taller than shown:')}</span>
      {cut.map(({ name, text }, index) => (
        <span key={index}>
          {name} <span className="font-semibold text-ink tabular-nums">{text}</span>
        </span>
      ))}
    </p>
  )
}
