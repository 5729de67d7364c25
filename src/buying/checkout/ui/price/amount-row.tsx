type AmountRowProps = {
  readonly label: string
  readonly amount: string
  readonly className?: string
  readonly isAnnounced?: boolean
}

/** A line of a bill, in a list of them. */
export function AmountRow({ label, amount, className = '', isAnnounced = false }: AmountRowProps) {
  return (
    <div
      // Announced with its word: an amount alone could be that of any line.
      aria-live={isAnnounced ? 'polite' : undefined}
      aria-atomic={isAnnounced || undefined}
      className={`flex items-baseline justify-between gap-4 ${className}`}
    >
      <dt className="min-w-0 wrap-anywhere">{label}</dt>
      <dd translate={/\d/.test(amount) ? 'no' : undefined} className="whitespace-nowrap tabular-nums">
        {amount}
      </dd>
    </div>
  )
}
