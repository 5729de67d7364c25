type Props = {
  /** The part of a whole that is filled, from 0 to 1. */
  readonly share: number
  /** A limit that is reached, or an amount that is taken off. */
  readonly isWarning?: boolean
}

/** A bar that shows a share; the text next to it says the numbers. */
export function Meter({ share, isWarning = false }: Props) {
  return (
    <span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-brand/15">
      <span
        className={`block h-full rounded-full ${isWarning ? 'bg-warning' : 'bg-brand'}`}
        style={{ width: `${Math.min(Math.max(share, 0), 1) * 100}%` }}
      />
    </span>
  )
}
