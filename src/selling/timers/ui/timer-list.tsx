import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { shownAmount } from '#foundation/money/shown-amount.ts'
import { FieldError } from '#web/kit/form/field.tsx'
import { Badge } from '#web/kit/layout/badge.tsx'
import { IconButton } from '#web/kit/layout/button.tsx'
import type { Timer } from '../contract.ts'
import { TimerDialog } from './timer-dialog.tsx'
import type { TimerProblems } from './timer-problems.ts'
import { distanceText, instantText, type TimerPrices, zoneLabel } from './timer-texts.ts'
import { useNow } from './use-now.ts'

/** What the dialog edits: a new timer, or the one at an index in the list. Null while it is closed. */
export type Editing = 'new' | number | null

type Props = {
  readonly timers: readonly Timer[]
  readonly currency: string
  readonly prices: TimerPrices
  readonly mayUpdate: boolean
  readonly editing: Editing
  readonly onEdit: (editing: Editing) => void
  /** Saves the list in order of expiry. Returns null on success. Otherwise, the dialog stays open with its input. */
  readonly onSave: (timers: readonly Timer[]) => Promise<TimerProblems | null>
  readonly onRemove: (place: number) => void
  /** The errors of a rejected save. */
  readonly problems?: TimerProblems
}

/** A form's timers in order, with the dialog to create or edit one. */
export function TimerList({
  timers,
  currency,
  prices,
  mayUpdate,
  editing,
  onEdit,
  onSave,
  onRemove,
  problems,
}: Props) {
  const edited = typeof editing === 'number' ? (timers[editing] ?? null) : null

  async function save(timer: Timer): Promise<Readonly<Record<string, string>> | null> {
    const others = timers.filter((_, place) => edited === null || place !== editing)
    const next = [...others, timer].sort((first, second) => first.timestamp - second.timestamp)
    const found = await onSave(next)
    return found === null ? null : (found.get(next.indexOf(timer)) ?? {})
  }

  return (
    <>
      {timers.length > 0 && (
        <ol aria-label={t('Timers')} className="grid gap-4">
          {timers.map((timer, place) => (
            <TimerRow
              key={`${timer.timestamp} ${timer.title} ${place}`}
              timer={timer}
              currency={currency}
              prices={prices}
              mayUpdate={mayUpdate}
              problem={problems?.get(place)}
              onEdit={() => onEdit(place)}
              onRemove={() => onRemove(place)}
            />
          ))}
        </ol>
      )}
      <TimerDialog
        key={editing === null ? 'closed' : String(editing)}
        isOpen={editing !== null}
        timer={edited}
        currency={currency}
        prices={prices}
        onClose={() => onEdit(null)}
        onSave={save}
      />
    </>
  )
}

type TimerRowProps = {
  readonly timer: Timer
  readonly currency: string
  readonly prices: TimerPrices
  readonly mayUpdate: boolean
  /** The errors of a rejected save, by field. */
  readonly problem?: Readonly<Record<string, string>> | undefined
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** One timer of a form, with what happens when it ends. */
function TimerRow({ timer, currency, prices, mayUpdate, problem, onEdit, onRemove }: TimerRowProps) {
  const problemId = useId()
  const now = useNow()
  const isOver = timer.timestamp <= now
  const ofOne = (timer.priceId ?? null) !== null
  const price = prices.choices.find(({ id }) => id === timer.priceId)
  const isMinimum = (ofOne ? price?.isNamed : prices.isNamed) === true
  return (
    <li className="panel flex flex-wrap items-start gap-x-4 gap-y-3 p-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <span className="text-lg font-semibold wrap-anywhere">{timer.title}</span>
          <Badge tone={isOver ? 'neutral' : 'brand'}>{distanceText(timer.timestamp, now)}</Badge>
        </p>
        <p className="mt-1 text-muted">
          {zoneLabel(timer.timezone)}: {instantText(timer.timestamp, timer.timezone)}
        </p>
        {ofOne && (
          <p className="mt-1 wrap-anywhere">
            {price === undefined
              ? t('Only for a deleted price')
              : price.isRetired
                ? t('Only for “{name}”, which is no longer sold', { name: price.name })
                : t('Only for “{name}”', { name: price.name })}
          </p>
        )}
        {timer.amount !== null && timer.amount > 0 && (
          <p className="mt-1 wrap-anywhere">
            {newPriceText(isMinimum, ofOne ? null : prices.firstName, shownAmount(timer.amount, currency))}
          </p>
        )}
        {timer.redirectUrl !== null && (
          <p className="mt-1 break-all">{t('Redirects to {url}', { url: timer.redirectUrl })}</p>
        )}
        {problem !== undefined && <FieldError id={problemId} message={Object.values(problem).join('\n')} />}
      </div>
      {mayUpdate && (
        <div className="-mr-2 flex">
          <IconButton
            label={t('Edit {title}', { title: timer.title })}
            data-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : problemId}
            onClick={onEdit}
          >
            <Pencil aria-hidden className="size-5" />
          </IconButton>
          <IconButton label={t('Delete {title}', { title: timer.title })} onClick={onRemove}>
            <Trash2 aria-hidden className="size-5" />
          </IconButton>
        </div>
      )}
    </li>
  )
}

function newPriceText(isMinimum: boolean, name: string | null, text: string): ReactNode {
  const amount = <strong>{text}</strong>
  if (name === null)
    return isMinimum ? rich('New minimum: {amount}', { amount }) : rich('New price: {amount}', { amount })
  return isMinimum
    ? rich('New minimum of “{name}”: {amount}', { name, amount })
    : rich('New price of “{name}”: {amount}', { name, amount })
}
