import { t } from '#foundation/language/t.ts'
import { type PointerEvent, type ReactNode, useId, useState } from 'react'

/** One hour, day, week or month; null when there is nothing to show. */
export type Point = { readonly name: string; readonly value: number | null; readonly text: string }

type Props = {
  readonly title: string
  readonly kind: 'bars' | 'line'
  readonly points: readonly Point[]
  /** The point shown when none is chosen. */
  readonly present: number
  /** The axis label of a value. */
  readonly format: (value: number) => string
  /** The heading of the values in the equivalent table. */
  readonly valueName: string
  readonly height?: string
}

/**
 * A chart whose values can be read one by one: by pointing, or with the arrow keys on the slider over it. A table below
 * has the same numbers.
 */
export function Chart({ title, kind, points, present, format, valueName, height = 'h-48' }: Props) {
  const id = useId()
  const [chosen, setChosen] = useState<number | null>(null)
  const last = points.length - 1
  const index = Math.min(chosen ?? present, last)
  const point = points[index]
  const scale = scaleOf(points.flatMap(({ value }) => value ?? []))
  const follow = (event: PointerEvent<HTMLInputElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const at = Math.floor(((event.clientX - left) / width) * points.length)
    setChosen(Math.min(Math.max(at, 0), last))
  }
  return (
    <section aria-labelledby={id} className="panel min-w-0 p-5 sm:p-6">
      <div className={kind === 'bars' ? 'flex flex-wrap items-baseline justify-between gap-x-4' : ''}>
        <h3 id={id} className="font-semibold">
          {title}
        </h3>
        <p className="text-sm text-muted tabular-nums">
          {point?.name}: <span className="font-semibold text-ink">{point?.text}</span>
        </p>
      </div>
      <div className="mt-4 flex gap-3">
        <div className="flex shrink-0 flex-col justify-between text-right text-xs text-muted tabular-nums">
          <span>{scale.top > scale.bottom && format(scale.top)}</span>
          <span>{format(scale.bottom)}</span>
        </div>
        <div
          className={`relative min-w-0 flex-1 rounded-lg has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-brand ${height}`}
        >
          {kind === 'bars' ? (
            <Bars points={points} scale={scale} chosen={chosen} />
          ) : (
            <Line points={points} scale={scale} chosen={index} />
          )}
          <input
            type="range"
            aria-label={title}
            aria-valuetext={`${point?.name ?? ''}: ${point?.text ?? ''}`}
            min={0}
            max={last}
            value={index}
            onChange={(event) => setChosen(event.target.valueAsNumber)}
            onPointerMove={follow}
            onPointerLeave={() => setChosen(null)}
            className="absolute inset-0 size-full cursor-crosshair opacity-0"
          />
        </div>
      </div>
      <p aria-hidden className="mt-2 flex justify-between text-xs text-muted">
        <span>{points[0]?.name}</span>
        <span>{points[last]?.name}</span>
      </p>
      <ValueTable points={points} title={title} valueName={valueName} />
    </section>
  )
}

/** The width of a point in the drawing, which is stretched to the available room. */
const step = 10

type DrawingProps = {
  readonly points: readonly Point[]
  readonly scale: Scale
  readonly chosen: number | null
}

function Bars({ points, scale, chosen }: DrawingProps) {
  const zero = scale.y(0)
  return (
    <Drawing points={points} scale={scale}>
      {points.map(({ name, value }, index) => {
        const y = scale.y(value ?? 0)
        const tone = (value ?? 0) < 0 ? 'fill-danger' : 'fill-brand'
        return (
          <rect
            key={`${name} ${index}`}
            x={index * step + 1}
            width={step - 2}
            y={Math.min(y, zero)}
            height={value === 0 || value === null ? 0 : Math.max(Math.abs(y - zero), 0.7)}
            className={`${tone} transition-opacity ${chosen === null || chosen === index ? '' : 'opacity-40'}`}
          />
        )
      })}
    </Drawing>
  )
}

function Line({ points, scale, chosen }: DrawingProps & { readonly chosen: number }) {
  const middle = (index: number) => index * step + step / 2
  const isThere = (index: number) => (points[index]?.value ?? null) !== null
  const path = points
    .flatMap(({ value }, index) =>
      value === null ? [] : [`${isThere(index - 1) ? 'L' : 'M'}${middle(index)} ${scale.y(value)}`],
    )
    .join('')
  // There is no line between two gaps.
  const alone = points.flatMap(({ value }, index) =>
    value === null || isThere(index - 1) || isThere(index + 1) ? [] : [dotAt(middle(index), scale.y(value))],
  )
  const value = points[chosen]?.value ?? null
  return (
    <Drawing points={points} scale={scale}>
      <path
        d={path}
        fill="none"
        strokeWidth="2.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-brand"
      />
      <path
        d={alone.join('')}
        strokeWidth="5"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-brand"
      />
      {value !== null && (
        <path
          d={dotAt(middle(chosen), scale.y(value))}
          strokeWidth="9"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
          className="stroke-brand"
        />
      )}
    </Drawing>
  )
}

/** A minimal line that its round ends make a dot. */
function dotAt(x: number, y: number): string {
  return `M${x - 0.01} ${y}h0.02`
}

type SheetProps = Pick<DrawingProps, 'points' | 'scale'> & { readonly children: ReactNode }

function Drawing({ points, scale, children }: SheetProps) {
  const width = points.length * step
  return (
    <svg
      viewBox={`0 0 ${width} 100`}
      preserveAspectRatio="none"
      aria-hidden
      className="absolute inset-0 size-full overflow-visible"
    >
      {[...new Set([scale.top, 0, scale.bottom])].map((value) => (
        <path
          key={value}
          d={`M0 ${scale.y(value)}h${width}`}
          vectorEffect="non-scaling-stroke"
          className="stroke-line"
        />
      ))}
      {children}
    </svg>
  )
}

type TableProps = Pick<Props, 'points' | 'title' | 'valueName'>

function ValueTable({ points, title, valueName }: TableProps) {
  return (
    <details className="group mt-3 text-sm">
      <summary className="w-fit rounded py-0.5 text-muted underline underline-offset-4 hover:text-brand">
        <span className="group-open:hidden">{t('Show as a table')}</span>
        <span className="hidden group-open:inline">{t('Hide the table')}</span>
        <span className="sr-only">: {title}</span>
      </summary>
      <table aria-label={title} className="mt-3 w-full text-left tabular-nums">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-1.5 font-medium">
              {t('When')}
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              {valueName}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ name, text }, index) => (
            <tr key={`${name} ${index}`} className="border-t border-line">
              <th scope="row" className="py-1.5 font-normal">
                {name}
              </th>
              <td className="py-1.5 text-right">{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** A chart's top and bottom values, and a value's position: 0 at the top, 100 at the bottom. */
type Scale = { readonly top: number; readonly bottom: number; readonly y: (value: number) => number }

/** A scale that includes 0 and all values, with round ends. */
export function scaleOf(values: readonly number[]): Scale {
  const top = roundUp(Math.max(0, ...values))
  const bottom = -roundUp(Math.max(0, ...values.map((value) => -value)))
  const height = top - bottom
  return {
    top,
    bottom: bottom === 0 ? 0 : bottom,
    y: (value) => (height === 0 ? 100 : ((top - value) / height) * 100),
  }
}

const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** The next number with few digits: 1234 becomes 1500. */
function roundUp(value: number): number {
  if (value <= 0) return 0
  const unit = 10 ** Math.floor(Math.log10(value))
  const found = steps.find((one) => one * unit >= value) ?? 10
  return found * unit
}
