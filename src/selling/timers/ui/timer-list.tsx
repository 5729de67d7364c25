import type { Timer } from '../contract.ts'
import { TimerDialog } from './timer-dialog.tsx'
import { TimerRow } from './timer-row.tsx'

/** What the dialog is for: a new timer, or the one at a place of the list; null: it is closed. */
export type Editing = 'new' | number | null

type Props = {
  readonly timers: readonly Timer[]
  readonly currency: string
  readonly mayUpdate: boolean
  readonly editing: Editing
  readonly onEdit: (editing: Editing) => void
  /** Saves the list; the dialog stays open, with what was typed, when it answers false. */
  readonly onSave: (timers: readonly Timer[]) => Promise<boolean>
  readonly onRemove: (place: number) => void
}

/** A form's timers in their order, and the dialog that makes or changes one. */
export function TimerList({ timers, currency, mayUpdate, editing, onEdit, onSave, onRemove }: Props) {
  const edited = typeof editing === 'number' ? (timers[editing] ?? null) : null
  return (
    <>
      {timers.length > 0 && (
        <ol aria-label="Timers" className="grid gap-4">
          {timers.map((timer, place) => (
            <TimerRow
              key={`${timer.timestamp} ${timer.title} ${place}`}
              timer={timer}
              currency={currency}
              mayUpdate={mayUpdate}
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
        onClose={() => onEdit(null)}
        onSave={(timer) =>
          onSave(
            edited === null
              ? [...timers, timer]
              : timers.map((one, place) => (place === editing ? timer : one)),
          )
        }
      />
    </>
  )
}
