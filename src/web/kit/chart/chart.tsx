import { type PointerEvent, type ReactNode, useId, useState } from 'react'
import { CutBars, cutBars, CutLabels, farApart } from './cut-bars.tsx'
import { Drawing } from './drawing.tsx'
import type { Point, SeriesNames } from './point.ts'
import { linesOf, mostToScale, scaleOf, ticksOf } from './scale.ts'
import { ValueTable } from './value-table.tsx'

type Props = {
  readonly title: string
  readonly points: readonly Point[]
  /** The point that is read first. It is shown when none is chosen and there is no `total`. */
  readonly present: number
  /** All points together, shown when none is chosen. */
  readonly total?: Pick<Point, 'name' | 'text' | 'before'>
  /** The label of a value on the axis. */
  readonly format: (value: number) => string
  readonly names: SeriesNames
  readonly height?: string
  /** A value that the axis must reach, so that similar charts have the same axis. */
  readonly reach?: number
  /** The end of the x axis that always has a label. */
  readonly ticksFrom?: 'start' | 'end'
  /** What else the chart can show, next to its title. */
  readonly choice?: ReactNode
  /** Inside another panel. */
  readonly isPlain?: boolean
}

/**
 * A bar chart whose values can be read one by one, by pointing or with the arrow keys on the slider over the
 * bars. A table below contains the same numbers.
 */
export function Chart({
  title,
  points,
  present,
  total,
  format,
  names,
  height = 'h-48',
  reach = 0,
  ticksFrom = 'end',
  choice,
  isPlain = false,
}: Props) {
  const id = useId()
  const [chosen, setChosen] = useState<number | null>(null)
  const last = points.length - 1
  const index = Math.min(chosen ?? present, last)
  const point = points[index]
  const values = [
    reach,
    ...points.flatMap(({ value, whole, before }) => [value ?? 0, whole ?? 0, before?.value ?? 0]),
  ]
  // The axis includes wholes, so that parts stay in proportion to them, and is the same for similar charts.
  const isProportion = reach > 0 || names.whole !== undefined
  const scale = isProportion ? scaleOf(values) : scaleOf(values, mostToScale(values))
  const cut = scale.isCut ? cutBars(points, scale.top, names.before) : []
  const labeled = new Set(farApart(cut, points.length))
  const follow = (event: PointerEvent<HTMLInputElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const at = Math.floor(((event.clientX - left) / width) * points.length)
    setChosen(Math.min(Math.max(at, 0), last))
  }
  const beforeOf = (of: Props['total']) =>
    of?.before !== undefined && names.before !== undefined ? `${names.before}: ${of.before.text}` : null
  const isTotal = chosen === null && total !== undefined
  const shown = isTotal ? total : point
  // The readout of a point follows the point and stays within the chart.
  const along = `${last > 0 && !isTotal ? (index / last) * 100 : 0}%`
  return (
    <section aria-labelledby={id} className={`min-w-0 ${isPlain ? '' : 'panel p-5'}`}>
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
        <h3 id={id} className="mr-auto font-semibold">
          {title}
        </h3>
        <Legend names={names} />
        {choice}
      </div>
      <CutBars cut={cut.filter((bar) => !labeled.has(bar))} />
      <div className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <p
          className={`col-start-2 flex text-sm leading-snug ${names.before === undefined ? 'min-h-7' : 'min-h-11'}`}
        >
          <span
            className="relative w-max max-w-full shrink-0"
            style={{ left: along, transform: `translateX(-${along})` }}
          >
            <span className="mr-2 text-muted">{shown?.name}</span>
            <span className="font-semibold tabular-nums">{shown?.text}</span>
            {beforeOf(shown) !== null && (
              <span className="block text-xs text-muted tabular-nums">{beforeOf(shown)}</span>
            )}
          </span>
        </p>
        <div
          aria-hidden
          className={`grid text-right text-xs text-muted tabular-nums ${labeled.size > 0 ? 'mt-4' : ''}`}
        >
          {linesOf(scale, format).map(({ value, label }) => (
            <span
              key={value}
              className="relative col-start-1 row-start-1 h-0 leading-0"
              style={{ top: `${scale.y(value)}%` }}
            >
              {label}
            </span>
          ))}
        </div>
        <div
          className={`relative ${labeled.size > 0 ? 'mt-4' : ''} rounded-lg has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-brand ${height}`}
        >
          <Drawing points={points} scale={scale} lines={linesOf(scale, format)} chosen={chosen} />
          <CutLabels bars={[...labeled]} count={points.length} />
          <input
            type="range"
            aria-label={title}
            aria-valuetext={[`${point?.name ?? ''}: ${point?.text ?? ''}`, beforeOf(point) ?? []]
              .flat()
              .join('; ')}
            min={0}
            max={last}
            value={index}
            onChange={(event) => setChosen(event.target.valueAsNumber)}
            onFocus={() => setChosen(index)}
            onBlur={() => setChosen(null)}
            onPointerMove={follow}
            onPointerLeave={() => setChosen(null)}
            className="absolute inset-0 size-full cursor-crosshair opacity-0"
          />
        </div>
        <Ticks points={points} from={ticksFrom} />
      </div>
      <ValueTable points={points} title={title} names={names} />
    </section>
  )
}

/** The legend, shown if the chart has more than one kind of value. */
function Legend({ names: { value, whole, before } }: { readonly names: SeriesNames }) {
  if (whole === undefined && before === undefined) return null
  const keys = [
    { name: value, mark: 'size-2.5 rounded-sm bg-brand' },
    { name: whole, mark: 'size-2.5 rounded-sm bg-bar-whole' },
    { name: before, mark: 'size-2.5 rounded-sm bg-bar-before' },
  ]
  return (
    <ul aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {keys.map(
        ({ name, mark }) =>
          name !== undefined && (
            <li key={name} className="flex items-center gap-1.5">
              <span className={mark} />
              {name}
            </li>
          ),
      )}
    </ul>
  )
}

type TicksProps = { readonly points: readonly Point[]; readonly from: 'start' | 'end' }

/** The number of bars beyond which a bar is narrower than its label. */
const mostWideBars = 7

/** The labels of the x axis, as many as fit. The last one stays within the chart, and so comes nearer to the one before. */
function Ticks({ points, from }: TicksProps) {
  const [few, many] = [points.length <= mostWideBars ? 5 : 4, from === 'end' ? 10 : 12].map(
    (most) => new Set(ticksOf(points.length, most, from)),
  )
  return (
    <div aria-hidden className="@container relative col-start-2 mt-2 h-4 text-xs text-muted">
      {points.map(({ name, tick = name }, index) => {
        const [inFew, inMany] = [few?.has(index), many?.has(index)]
        if (inFew !== true && inMany !== true) return null
        const when = inFew === true ? (inMany === true ? '' : '@xl:hidden') : 'hidden @xl:block'
        const isAtEnd = index === points.length - 1 && points.length > mostWideBars
        return (
          <span
            key={index}
            className={`absolute whitespace-nowrap ${isAtEnd ? 'right-0' : '-translate-x-1/2'} ${when}`}
            style={isAtEnd ? undefined : { left: `${((index + 0.5) / points.length) * 100}%` }}
          >
            {tick}
          </span>
        )
      })}
    </div>
  )
}
