import type { Timer } from '../contract.ts'
import { TimerDialog } from './timer-dialog.tsx'
import type { TimerPrices } from './timer-prices.ts'
import type { TimerProblems } from './timer-problems.ts'
import { TimerRow } from './timer-row.tsx'

/** What the dialog is for: a new timer, or the one at a place of the list; null: it is closed. */
export type Editing = 'new' | number | null

type Props = {
  readonly timers: readonly Timer[]
  readonly currency: string
  readonly prices: TimerPrices
  readonly mayUpdate: boolean
  readonly editing: Editing
  readonly onEdit: (editing: Editing) => void
  /** Saves the list, in order of expiry; the dialog stays open, with what was typed, unless it answers null. */
  readonly onSave: (timers: readonly Timer[]) => Promise<TimerProblems | null>
  readonly onRemove: (place: number) => void
  /** What a refused save found. */
  readonly problems?: TimerProblems
}

/** A form's timers in their order, and the dialog that makes or changes one. */
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
        <ol aria-label="Timers" className="grid gap-4">
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
