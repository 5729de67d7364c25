import { AlarmClockPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { type Form, formsContract, isWhole } from '#selling/forms/contract.ts'
import { updateRight } from '#selling/forms/update-right.ts'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { DeleteDialog, deleteMessages } from '#web/kit/dialog/confirm-dialog.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { useOnce } from '#web/kit/browser/once.ts'
import { Page } from '#web/kit/layout/page.tsx'
import { type Editing, TimerList } from '#selling/timers/ui/timer-list.tsx'
import { call } from '#accounts/identity/ui/session.ts'
import { formMessages } from '#selling/form-editor/messages.ts'
import { mergedLists } from '#selling/form-editor/ui/draft/merge-lists.ts'
import { rejectedOf } from '#selling/form-editor/ui/prices/merge-prices.ts'
import { formQuery } from '#selling/forms/ui/queries.ts'
import { errorMessage, WrongFields } from '#web/kit/feedback/error-message.ts'
import type { Timer } from '#selling/timers/contract.ts'
import { problemsByPlace, type TimerProblems } from '#selling/timers/ui/timer-problems.ts'
import { storedTimers, valuesOf } from '../editor/form-values.ts'
import { FormCheck } from '../check/check-panel.tsx'
import { LoadedForm } from '../editor/loaded-form.tsx'
import { PriceOverTime } from './price-over-time.tsx'
import { timerPricesOf } from './timer-prices-of.ts'

export function TimersPage() {
  return <LoadedForm title={t('Timers')}>{(form) => <FormTimers form={form} />}</LoadedForm>
}

/** An open dialog, with the form as it was then. Timers have no ids, so an index is valid only in that form's list. */
type Task = { readonly form: Form; readonly editing: Editing; readonly removing: number | null }

function FormTimers({ form: present }: { readonly form: Form }) {
  const [task, setTask] = useState<Task | null>(null)
  const { form, editing, removing } = task ?? { form: present, editing: null, removing: null }
  const timers = storedTimers(form)
  const save = useSaveTimers(form)
  const [isBusy, setIsBusy] = useState(false)
  const once = useOnce()
  const removed = removing === null ? null : (timers[removing] ?? null)
  const edit = (next: Editing) => setTask(next === null ? null : { form, editing: next, removing: null })

  async function remove(): Promise<void> {
    setIsBusy(true)
    if ((await save(timers.filter((_, place) => place !== removing))) === null) setTask(null)
    setIsBusy(false)
  }

  const mayUpdate = useMayCall()(updateRight(true))
  const add = mayUpdate ? (
    <Button onClick={() => edit('new')}>
      <Plus aria-hidden className="size-5" />
      {t('Add timer')}
    </Button>
  ) : undefined
  return (
    <Page
      title={t('Timers')}
      name={t('Timers of {title}', { title: form.title })}
      width="narrow"
      lead={form.title}
      actions={
        <>
          <Link to={`/forms/${form.id}`} className={buttonClass('secondary')}>
            {t('View form')}
          </Link>
          {timers.length > 0 && add}
        </>
      }
    >
      <PriceOverTime form={form} />
      {mayUpdate && timers.length > 0 && (
        <div className="mb-6 empty:hidden">
          <FormCheck form={form} field="timers" />
        </div>
      )}
      {timers.length === 0 && (
        <EmptyState
          icon={<AlarmClockPlus aria-hidden className="size-8" />}
          title={t('No timer yet')}
          text={t(
            'When a timer ends, the price changes or buyers are redirected, for everyone at the same time.',
          )}
        >
          {add}
        </EmptyState>
      )}
      <TimerList
        timers={timers}
        currency={form.currency}
        prices={timerPricesOf(form)}
        mayUpdate={mayUpdate}
        editing={editing}
        onEdit={edit}
        onSave={save}
        onRemove={(place) => setTask({ form, editing: null, removing: place })}
      />
      <DeleteDialog
        question={removed && deleteMessages.question(removed.title)}
        isBusy={isBusy}
        onConfirm={() => void once(remove)}
        onCancel={() => setTask(null)}
      />
    </Page>
  )
}

/**
 * Saves a form's timers and keeps those that others have added since. Returns null on success, or the errors by index
 * in `timers`.
 */
function useSaveTimers(form: Form) {
  const queryClient = useQueryClient()
  const params = { id: form.id }
  return async (timers: readonly Timer[]): Promise<TimerProblems | null> => {
    try {
      const current = valuesOf(await call(formsContract.getForm, { params }))
      const merged = mergedLists(valuesOf(form), { timers: [...timers] }, current)
      const body = { ...merged.lists, isDetailUpdate: true }
      const saved = await call(formsContract.updateForm, { params, body }).catch((error: unknown) => {
        throw rejectedOf([merged], error)
      })
      if (isWhole(saved)) queryClient.setQueryData(formQuery(form.id).queryKey, saved)
      toast.success(formMessages.updated())
      return null
    } catch (error) {
      toast.error(errorMessage(error, formMessages.updateFailed()))
      return problemsByPlace(error instanceof WrongFields ? error.errors : {})
    }
  }
}
