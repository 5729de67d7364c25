import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { z } from 'zod'
import { timer as timerSchema, type Timer } from '#selling/timers/contract.ts'
import { TimerDialog } from '#selling/timers/ui/timer-dialog.tsx'
import { TimerRow } from '#selling/timers/ui/timer-row.tsx'
import { Button } from '#web/kit/button.tsx'
import { FieldError } from '#web/kit/field.tsx'
import { Section } from '#web/kit/section.tsx'
import { useFormFields } from './use-form-fields.ts'

/** What the dialog is for: a new timer, or the one at a place of the list. */
type Editing = { readonly index: number | null } | null

export function TimersSection() {
  const { change, watch, errorOf } = useFormFields()
  const [editing, setEditing] = useState<Editing>(null)
  const timers = z.array(timerSchema).parse(watch('timers') ?? [])
  const currency = watch('currency')
  const index = editing?.index ?? null
  const errorId = useId()

  async function save(timer: Timer): Promise<boolean> {
    const next =
      index === null ? [...timers, timer] : timers.map((one, place) => (place === index ? timer : one))
    change(
      'timers',
      [...next].sort((first, second) => first.timestamp - second.timestamp),
    )
    return true
  }

  return (
    <Section
      field="timers"
      title="Timers"
      lead="When a timer ends, the price changes or buyers are redirected."
    >
      {timers.length > 0 && (
        <ol aria-label="Timers" className="grid gap-3">
          {timers.map((timer, place) => (
            <TimerRow
              key={`${timer.timestamp} ${timer.title} ${place}`}
              timer={timer}
              currency={currency}
              mayUpdate
              onEdit={() => setEditing({ index: place })}
              onRemove={() =>
                change(
                  'timers',
                  timers.filter((_, other) => other !== place),
                )
              }
            />
          ))}
        </ol>
      )}
      <div>
        <Button
          variant="secondary"
          data-invalid={errorOf('timers') !== undefined}
          aria-describedby={errorOf('timers') === undefined ? undefined : errorId}
          disabled={timers.length >= 20}
          onClick={() => setEditing({ index: null })}
        >
          <Plus aria-hidden className="size-5" />
          Add timer
        </Button>
      </div>
      <FieldError id={errorId} message={errorOf('timers')} />
      <TimerDialog
        key={editing === null ? 'closed' : String(editing.index)}
        isOpen={editing !== null}
        timer={index === null ? null : (timers[index] ?? null)}
        currency={currency}
        onClose={() => setEditing(null)}
        onSave={save}
      />
    </Section>
  )
}
