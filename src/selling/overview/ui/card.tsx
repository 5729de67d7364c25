import { ArrowDown, ArrowUp } from 'lucide-react'
import { Children, type ReactNode } from 'react'
import { t } from '#foundation/language/t.ts'
import { rich } from '#foundation/language/rich.ts'
import { InfoTip } from '#web/kit/layout/info-tip.tsx'
import { Own } from '#web/kit/layout/own.tsx'
import type { Range } from '#selling/sales/dashboard/dashboard-wire.ts'
import { changeOf, countText, rateText } from '#selling/sales/ui/number-texts.ts'
import { noneBefore, usePeriod } from './period.tsx'
import { NumberLink } from './number-link.tsx'

type CardsProps = {
  readonly label: string
  readonly facts?: ReactNode
  /** Inside another panel. */
  readonly isPlain?: boolean
  readonly children: ReactNode
}

/** Numbers in a row, with less important facts about them below. */
export function Cards({ label, facts, isPlain = false, children }: CardsProps) {
  const lines = Children.toArray(facts)
  return (
    <section aria-label={label} className={isPlain ? '' : 'panel'}>
      <dl className="grid grid-cols-1 p-1 min-[22rem]:grid-cols-2 sm:p-0 lg:grid-cols-4">{children}</dl>
      {lines.length > 0 && (
        <ul className="flex flex-wrap gap-x-6 gap-y-1 border-t border-line px-5 py-3 text-sm text-muted tabular-nums">
          {lines}
        </ul>
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
        <span className={`text-xl font-semibold sm:text-2xl ${(value ?? 0) === 0 ? 'text-muted' : ''}`}>
          {rows === undefined || value === 0 ? (
            shown
          ) : (
            <NumberLink to={rows} of={name}>
              {shown}
            </NumberLink>
          )}
        </span>
        {counts !== undefined && <span className="ml-2 text-sm text-muted">{counts}</span>}
      </dd>
      {before !== undefined && (
        <dd className="mt-0.5 text-sm text-muted sm:mt-1">
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

/** A number's change from the previous period. */
export function Comparison({ value, before, format, range, isBetterLess = false }: ComparisonProps) {
  const change = changeOf(value, before, format === rateText ? 'rate' : 'amount')
  if (before === null || change === null) return t('No data before')
  if (before === 0 && value !== 0) return noneBefore(range)
  if (change.direction === 'same') return t('Same as before')
  const { direction, text, isRatio } = change
  const isGood = direction === (isBetterLess ? 'less' : 'more')
  const Arrow = direction === 'more' ? ArrowUp : ArrowDown
  const colored = (inside: ReactNode) => (
    <span className={`inline-flex items-center font-medium ${isGood ? 'text-success' : 'text-danger'}`}>
      <Arrow role="img" aria-label={direction === 'more' ? t('Up') : t('Down')} className="size-4" />
      {inside}
    </span>
  )
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1 tabular-nums">
      {changeText(format === countText, isRatio, {
        change: colored,
        by: text,
        before: <Own>{format(before)}</Own>,
      })}
    </span>
  )
}

type ChangeParts = {
  readonly change: (by: ReactNode) => ReactNode
  readonly by: string
  readonly before: ReactNode
}

function changeText(isCount: boolean, isRatio: boolean, parts: ChangeParts): ReactNode {
  if (!isRatio) return rich('<change>{by}</change> from {before}', parts)
  return isCount
    ? rich('<change>{by}</change> as many as {before}', parts)
    : rich('<change>{by}</change> as much as {before}', parts)
}
