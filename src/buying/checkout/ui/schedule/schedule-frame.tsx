import type { ReactNode } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { useReading } from '../page/reading.ts'

type Props = {
  readonly ends: boolean
  /** The payments, as list items. */
  readonly children: ReactNode[]
  /** A sentence about all payments together. */
  readonly note: ReactNode
}

/** How many payments of a long schedule are shown before the buyer expands it. */
const open = 2

/** The look of a payment schedule, for any rows. */
export function ScheduleFrame({ ends, children, note }: Props) {
  const rows = children.flat().filter(Boolean)
  const folded = rows.length > open + 1 ? rows.splice(open) : []
  return (
    <section aria-labelledby="payments" className="border-line grid gap-3 rounded-xl border p-4 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="payments" className="font-medium">
          {t('Payment schedule')}
        </h2>
        <p className="font-medium">{ends ? t('Ends automatically') : t('Until you cancel')}</p>
      </div>
      <div>
        <ol className="schedule grid">{rows}</ol>
        {folded.length > 0 && (
          <details>
            <summary className="text-accent cursor-pointer py-1 ps-6 font-medium">
              {t('See all payments')}
            </summary>
            <ol start={open + 1} className="schedule schedule-ahead grid">
              {folded}
            </ol>
          </details>
        )}
      </div>
      <p className="border-line border-t pt-3 wrap-anywhere">{note}</p>
    </section>
  )
}

/** A payment in the schedule, with its date and amount. */
export function ScheduledPayment({
  at,
  text = (day) => day,
  amount,
  struck,
  children,
}: {
  readonly at: number
  /** Describes the payment, given its formatted date. */
  readonly text?: (day: ReactNode) => ReactNode
  readonly amount: string
  /** The former amount, shown struck out. */
  readonly struck?: string | undefined
  /** The former amount in words for screen readers, which do not announce that it is struck out. */
  readonly children?: ReactNode
}) {
  const { dayText } = useReading()
  return (
    <li className="flex flex-wrap justify-between gap-x-4">
      <span>{text(<time dateTime={new Date(at).toISOString().slice(0, 10)}>{dayText(at)}</time>)}</span>
      <span className="ms-auto text-end tabular-nums">
        {struck !== undefined && (
          <s
            aria-hidden="true"
            translate="no"
            className="text-muted me-2 inline-block font-normal whitespace-nowrap"
          >
            {struck}
          </s>
        )}
        <span translate="no" className="inline-block whitespace-nowrap">
          {amount}
        </span>
        {children}
      </span>
    </li>
  )
}

/** Describes the payment that is due today. */
export function todayText(day: ReactNode): ReactNode {
  return rich('Today, {day}', { day })
}
