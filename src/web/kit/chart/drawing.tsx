import type { Point } from './point.ts'
import type { Scale } from './scale.ts'

type Props = {
  readonly points: readonly Point[]
  readonly scale: Scale
  readonly lines: readonly { readonly value: number }[]
  readonly chosen: number | null
}

/** Draws the bars, each in front of the pale bar of the previous period. */
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
      <div className="absolute inset-0 flex flex-nowrap">
        {points.map((point, index) => (
          <div
            key={index}
            className={`relative h-full min-w-0 flex-1 transition-opacity ${chosen === null || chosen === index ? '' : 'opacity-50'}`}
          >
            <div className="relative mx-auto h-full w-[80%] max-w-12">
              {point.whole !== undefined && (
                <Bar value={point.whole} scale={scale} tone="bg-bar-whole" place={placeOf(point)} />
              )}
              <Bar
                value={point.before?.value ?? 0}
                scale={scale}
                tone="bg-bar-before"
                place="left-0 w-[60%]"
              />
              <Bar
                value={point.value ?? 0}
                scale={scale}
                tone={(point.value ?? 0) < 0 ? 'bg-danger' : 'bg-brand'}
                place={placeOf(point)}
              />
            </div>
          </div>
        ))}
      </div>
      {scale.isCut && <AxisBreak scale={scale} />}
    </div>
  )
}

/** The break in the axis, across all bars: above it, the scale is different. */
function AxisBreak({ scale }: { readonly scale: Scale }) {
  return (
    <svg
      className="absolute inset-x-0 h-2 w-full -translate-y-1/2"
      style={{ top: `${scale.y(scale.top) * 0.72}%` }}
    >
      <defs>
        <pattern id="break" width="12" height="8" patternUnits="userSpaceOnUse">
          <path d="M0 6 L6 2 L12 6" className="fill-none stroke-surface" strokeWidth="5" />
          <path d="M0 6 L6 2 L12 6" className="fill-none stroke-edge" strokeWidth="1" />
        </pattern>
      </defs>
      <rect width="100%" height="8" fill="url(#break)" />
    </svg>
  )
}

/** Draws a bar next to that of the previous period, if there can be one. */
function placeOf({ before }: Point): string {
  return before === undefined ? 'inset-x-0' : 'left-[25%] right-0'
}

type BarProps = {
  readonly value: number
  readonly scale: Scale
  readonly tone: string
  readonly place: string
}

function Bar({ value, scale, tone, place }: BarProps) {
  if (value === 0) return null
  const [y, zero] = [scale.y(value), scale.y(0)]
  const height = Math.max(Math.abs(y - zero), 0.7)
  return (
    <div
      className={`absolute ${place} ${value < 0 ? 'rounded-b-sm' : 'rounded-t-sm'} ${tone}`}
      style={{ top: `${value < 0 ? zero : zero - height}%`, height: `${height}%` }}
    />
  )
}
