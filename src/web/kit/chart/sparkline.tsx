import { scaleOf } from './scale.ts'

/** A line without axes, which the text next to it describes. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const { y } = scaleOf(values)
  const at = values.map((value, index) => `${index} ${y(value)}`)
  const last = values.length - 1
  return (
    <svg
      viewBox={`0 0 ${last} 100`}
      preserveAspectRatio="none"
      aria-hidden
      className="h-9 w-24 shrink-0 overflow-visible"
    >
      <path d={`M0 100L${at.join('L')}L${last} 100Z`} className="fill-brand-soft" />
      <path
        d={`M${at.join('L')}`}
        fill="none"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-brand"
      />
    </svg>
  )
}
