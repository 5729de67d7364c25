import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { Children, type ReactNode } from 'react'
import { t } from '#foundation/language/t.ts'
import { rich } from '#foundation/language/rich.ts'
import { useMedia } from '#web/kit/browser/use-media.ts'
import { InfoTip } from '#web/kit/layout/info-tip.tsx'
import { Own } from '#web/kit/layout/own.tsx'
import type { Range } from '#selling/sales/dashboard/dashboard-wire.ts'
import { changeOf, countText, rateText } from '#selling/sales/ui/number-texts.ts'
import { noneBefore, usePeriod } from './period.tsx'
import { NumberLink } from './number-link.tsx'

type CardsProps = {
  readonly label: string
  readonly facts?: ReactNode
  /** What the facts are about. On phones, they are folded under it. */
  readonly factsTitle?: string
  /** Inside another panel. */
  readonly isPlain?: boolean
  readonly children: ReactNode
}

/** Numbers in a row, with less important facts about them below. */
export function Cards({ label, facts, factsTitle, isPlain = false, children }: CardsProps) {
  const lines = Children.toArray(facts)
  const isWide = useMedia('(width >= 40rem)')
  return (
    <section aria-label={label} className={isPlain ? '' : 'panel'}>
      <dl className="grid grid-cols-1 p-1 min-[22rem]:grid-cols-2 sm:p-0 lg:grid-cols-4">{children}</dl>
      {lines.length > 0 && (isWide || factsTitle === undefined) && (
        <ul className="flex flex-wrap gap-x-6 gap-y-1 border-t border-line px-5 py-3 text-sm text-muted tabular-nums">
          {lines}
        </ul>
      )}
      {lines.length > 0 && !isWide && factsTitle !== undefined && (
        <details className="group border-t border-line text-sm text-muted">
          <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-x-4 px-5 py-2 [&::-webkit-details-marker]:hidden">
            {factsTitle}
            <ChevronDown aria-hidden className="size-4.5 shrink-0 transition group-open:rotate-180" />
          </summary>
          <ul className="grid gap-1.5 px-5 pb-4 tabular-nums">{lines}</ul>
        </details>
      )}
    </section>
  )
}

type CardProps = {
  readonly name: string
  readonly info: string
  readonly value: number | null
  /** The value of the previous period, or missing if there is nothing to compare with. */
  readonly before?: number | null
  readonly format?: (value: number) => string
  /** The counts behind a rate. */
  readonly counts?: string
  /** What is worth knowing about the value, below it. */
  readonly note?: ReactNode
  /** The list of the counted purchases. */
  readonly rows?: string
  readonly isBetterLess?: boolean
}

export function Card({
  name,
  info,
  value,
  before,
  format = countText,
  counts,
  note,
  rows,
  isBetterLess = false,
}: CardProps) {
  const shown = value === null ? '–' : format(value)
  const { range } = usePeriod()
  return (
    <div className="min-w-0 px-4 py-3 sm:px-5 sm:py-5">
      <dt className="flex items-center gap-1 text-sm text-muted sm:text-base">
        {name}
        <InfoTip about={name} text={info} />
      </dt>
      <dd className="mt-0.5 wrap-anywhere tabular-nums sm:mt-1">
        <span className={`mr-2 text-xl font-semibold sm:text-2xl ${(value ?? 0) === 0 ? 'text-muted' : ''}`}>
          {rows === undefined || value === 0 ? (
            shown
          ) : (
            <NumberLink to={rows} of={name}>
              {shown}
            </NumberLink>
          )}
        </span>
        {counts !== undefined && <span className="inline-block text-sm text-muted">{counts}</span>}
      </dd>
      {note !== undefined && (
        <dd className="mt-0.5 text-xs text-muted tabular-nums sm:mt-1 sm:text-sm">{note}</dd>
      )}
      {before !== undefined && (
        <dd className="mt-0.5 text-xs text-muted sm:mt-1 sm:text-sm">
          <Comparison
            value={value}
            before={before}
            format={format}
            range={range}
            isBetterLess={isBetterLess}
          />
        </dd>
      )}
    </div>
  )
}

type ComparisonProps = {
  readonly value: number | null
  readonly before: number | null
  readonly format: (value: number) => string
  readonly range: Range
  readonly isBetterLess?: boolean
}

const mostTimes = 10

/** A number's change from the previous period. */
export function Comparison({ value, before, format, range, isBetterLess = false }: ComparisonProps) {
  const change = changeOf(value, before, format === rateText ? 'rate' : 'amount')
  if (before === null || change === null) return t('No data before')
  if (before === 0 && value !== 0) return noneBefore(range)
  if (change.direction === 'same') return t('Same as before')
  const { direction, text, isRatio } = change
  const isGood = direction === (isBetterLess ? 'less' : 'more')
  // A multiple of a tiny number means nothing.
  if (isRatio && before !== 0 && (value ?? 0) / before > mostTimes)
    return rich('was {before}', { before: <Own>{format(before)}</Own> })
  const Arrow = direction === 'more' ? ArrowUp : ArrowDown
  const colored = (inside: ReactNode) => (
    <span className={`inline-flex items-center font-medium ${isGood ? 'text-success' : 'text-danger'}`}>
      <Arrow role="img" aria-label={direction === 'more' ? t('Up') : t('Down')} className="size-4" />
      {inside}
    </span>
  )
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1 tabular-nums">
      {rich('<change>{by}</change> from {before}', {
        change: colored,
        by: text,
        before: <Own>{format(before)}</Own>,
      })}
    </span>
  )
}
