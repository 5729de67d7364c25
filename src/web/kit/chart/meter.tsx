type Props = {
  /** The filled part of the meter, from 0 to 1. */
  readonly share: number
  /** Whether the meter shows a limit that has been reached, or a deducted amount. */
  readonly isWarning?: boolean
}

/** A bar that shows a share. The numbers are in the text next to it. */
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
