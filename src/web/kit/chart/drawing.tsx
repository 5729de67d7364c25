import type { Point } from './point.ts'
import type { Scale } from './scale.ts'

type Props = {
  readonly points: readonly Point[]
  readonly scale: Scale
  readonly lines: readonly { readonly value: number }[]
  readonly chosen: number | null
}

/** The line of the previous period, and in front of it the bars. */
export function Drawing({ points, scale, lines, chosen }: Props) {
  return (
    <div aria-hidden className="absolute inset-0">
      {lines.map(({ value }) => (
        <div
          key={value}
          className="absolute inset-x-0 border-t border-line"
          style={{ top: `${scale.y(value)}%` }}
        />
      ))}
      <PreviousLine points={points} scale={scale} />
      <div className="absolute inset-0 flex">
        {points.map((point, index) => (
          <div
            key={index}
            className={`relative h-full min-w-0 flex-1 transition-opacity ${chosen === null || chosen === index ? '' : 'opacity-50'}`}
          >
            {point.whole !== undefined && (
              <Bar value={point.whole} scale={scale} tone="rounded-t-sm bg-brand/25" />
            )}
            <Bar
              value={point.value ?? 0}
              scale={scale}
              tone={(point.value ?? 0) < 0 ? 'rounded-b-sm bg-danger' : 'rounded-t-sm bg-brand'}
            />
          </div>
        ))}
      </div>
    </div>
  )
}

type BarProps = { readonly value: number; readonly scale: Scale; readonly tone: string }

function Bar({ value, scale, tone }: BarProps) {
  if (value === 0) return null
  const [y, zero] = [scale.y(value), scale.y(0)]
  const height = Math.max(Math.abs(y - zero), 0.7)
  return (
    <div
      className={`absolute inset-x-0 mx-auto w-[76%] max-w-10 ${tone}`}
      style={{ top: `${value < 0 ? zero : zero - height}%`, height: `${height}%` }}
    />
  )
}

function PreviousLine({ points, scale }: Pick<Props, 'points' | 'scale'>) {
  const values = points.map(({ before }) => before?.value ?? null)
  const isThere = (index: number) => (values[index] ?? null) !== null
  const path = values
    .flatMap((value, index) => {
      if (value === null) return []
      const at = `${index + 0.5} ${scale.y(value)}`
      // A value between two gaps is a dot: a minimal line with round ends.
      const dot = isThere(index - 1) || isThere(index + 1) ? '' : 'h0.001'
      return `${isThere(index - 1) ? 'L' : 'M'}${at}${dot}`
    })
    .join('')
  if (path === '') return null
  return (
    <svg
      viewBox={`0 0 ${points.length} 100`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      <path
        d={path}
        fill="none"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-edge stroke-2"
      />
    </svg>
  )
}
