import type { ReactNode } from 'react'
import { useReading } from '../page/reading.ts'

type Props = {
  readonly ends: boolean
  /** The payments, as items of a list. */
  readonly children: ReactNode
  /** What all of them come to, in a sentence. */
  readonly note: ReactNode
}

/** What a schedule of payments looks like, whoever works out its rows. */
export function ScheduleFrame({ ends, children, note }: Props) {
  return (
    <section aria-labelledby="payments" className="border-line grid gap-3 rounded-xl border p-4 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="payments" className="font-medium">
          Your payments
        </h2>
        <p className="font-medium">{ends ? 'Ends automatically' : 'Until you cancel'}</p>
      </div>
      <ol className="schedule grid">{children}</ol>
      <p className="border-line border-t pt-3 wrap-anywhere">{note}</p>
    </section>
  )
}

/** A payment of the schedule: when it is made, and how much it is. */
export function ScheduledPayment({
  at,
  before = '',
  amount,
  children,
}: {
  readonly at: number
  readonly before?: string
  readonly amount: string
  /** What is said beside the amount. */
  readonly children?: ReactNode
}) {
  const { dayText } = useReading()
  return (
    <li className="flex justify-between gap-4">
      <span>
        {before}
        <time dateTime={new Date(at).toISOString().slice(0, 10)}>{dayText(at)}</time>
      </span>
      <span className="text-right tabular-nums">
        <span translate="no" className="whitespace-nowrap">
          {amount}
        </span>
        {children}
      </span>
    </li>
  )
}
