import { AlarmClockPlus, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Form } from '#forms/contract.ts'
import { formMessages } from '#forms/messages.ts'
import { amountText } from '#forms/price-text.ts'
import { storedTimers } from '#forms/ui/form-values.ts'
import { LoadedForm } from '#forms/ui/loaded-form.tsx'
import { Badge } from '#shell/ui/badge.tsx'
import { Button, buttonClass, IconButton } from '#shell/ui/button.tsx'
import { DeleteDialog } from '#shell/ui/delete-dialog.tsx'
import { EmptyState } from '#shell/ui/empty-state.tsx'
import { Page } from '#shell/ui/page.tsx'
import type { Timer } from '#timers/contract.ts'
import { TimerDialog } from './timer-dialog.tsx'
import { distanceText, instantText, zoneLabel } from './timer-texts.ts'
import { useNow } from './use-now.ts'
import { useSaveTimers } from './use-save-timers.ts'

export function TimersPage() {
  return <LoadedForm title="Timers">{(form) => <FormTimers form={form} />}</LoadedForm>
}

/** What the dialog is for: a new timer, or the one at a place of the list. */
type Editing = { readonly index: number | null } | null

function FormTimers({ form }: { readonly form: Form }) {
  const timers = storedTimers(form)
  const save = useSaveTimers(form.id)
  const [editing, setEditing] = useState<Editing>(null)
  const [removing, setRemoving] = useState<number | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const edited = editing?.index === null || editing === null ? null : (timers[editing.index] ?? null)
  const removed = removing === null ? null : (timers[removing] ?? null)

  async function remove(): Promise<void> {
    setIsBusy(true)
    if (await save(timers.filter((_, place) => place !== removing))) setRemoving(null)
    setIsBusy(false)
  }

  const add = (
    <Button onClick={() => setEditing({ index: null })}>
      <Plus aria-hidden className="size-5" />
      Add timer
    </Button>
  )
  return (
    <Page
      title="Timers"
      width="narrow"
      lead={form.title}
      actions={
        <>
          <Link to={`/forms/${form.id}`} className={buttonClass('secondary')}>
            Show form
          </Link>
          {timers.length > 0 && add}
        </>
      }
    >
      {timers.length === 0 ? (
        <EmptyState
          icon={<AlarmClockPlus aria-hidden className="size-8" />}
          title="No timer yet"
          text="A timer ends an offer for everybody at the same instant: the price changes, or buyers are led elsewhere. The server's clock decides."
        >
          {add}
        </EmptyState>
      ) : (
        <ol className="grid gap-4">
          {timers.map((timer, index) => (
            <TimerRow
              key={`${timer.timestamp} ${timer.title} ${index}`}
              timer={timer}
              currency={form.currency}
              onEdit={() => setEditing({ index })}
              onRemove={() => setRemoving(index)}
            />
          ))}
        </ol>
      )}
      <TimerDialog
        key={editing === null ? 'closed' : String(editing.index)}
        isOpen={editing !== null}
        timer={edited}
        currency={form.currency}
        onClose={() => setEditing(null)}
        onSave={(timer) =>
          save(
            edited === null
              ? [...timers, timer]
              : timers.map((one, place) => (place === editing?.index ? timer : one)),
          )
        }
      />
      <DeleteDialog
        question={removed && formMessages.deleteQuestion(removed.title)}
        isBusy={isBusy}
        onConfirm={() => void remove()}
        onCancel={() => setRemoving(null)}
      />
    </Page>
  )
}

type RowProps = {
  readonly timer: Timer
  readonly currency: string
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function TimerRow({ timer, currency, onEdit, onRemove }: RowProps) {
  const now = useNow()
  const isOver = timer.timestamp <= now
  return (
    <li className="panel flex flex-wrap items-start gap-x-4 gap-y-3 p-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <span className="text-lg font-semibold break-words">{timer.title}</span>
          <Badge tone={isOver ? 'neutral' : 'brand'}>{distanceText(timer.timestamp, now)}</Badge>
        </p>
        <p className="mt-1 text-muted">
          {zoneLabel(timer.timezone)}: {instantText(timer.timestamp, timer.timezone)}
        </p>
        {timer.amount !== null && timer.amount > 0 && (
          <p className="mt-1">
            New price: <strong>{amountText(timer.amount, currency)}</strong>
          </p>
        )}
        {timer.redirectUrl !== null && <p className="mt-1 break-all">Leads to {timer.redirectUrl}</p>}
      </div>
      <div className="-mr-2 flex">
        <IconButton label={`Edit ${timer.title}`} onClick={onEdit}>
          <Pencil aria-hidden className="size-5" />
        </IconButton>
        <IconButton label={`Delete ${timer.title}`} onClick={onRemove}>
          <Trash2 aria-hidden className="size-5" />
        </IconButton>
      </div>
    </li>
  )
}
