import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { formsContract, isWhole, type Form } from '#selling/forms/contract.ts'
import { formMessages } from '../../messages.ts'
import { valuesOf } from '../editor/form-values.ts'
import { mergedLists } from '../draft/merge-lists.ts'
import { refusedOf } from '../prices/form-with.ts'
import { formQuery } from '#selling/forms/ui/queries.ts'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { WrongFields } from '#web/kit/form/wrong-fields.ts'
import type { Timer } from '#selling/timers/contract.ts'
import { problemsByPlace, type TimerProblems } from '#selling/timers/ui/timer-problems.ts'

/**
 * Saves a form's timers, and keeps those that others have given it since it was loaded; answers null when they were saved,
 * else what is wrong by the place of the timer in `timers`.
 */
export function useSaveTimers(form: Form) {
  const queryClient = useQueryClient()
  const params = { id: form.id }
  return async (timers: readonly Timer[]): Promise<TimerProblems | null> => {
    try {
      const current = valuesOf(await call(formsContract.getForm, { params }))
      const merged = mergedLists(valuesOf(form), { timers: [...timers] }, current)
      const body = { ...merged.lists, isDetailUpdate: true }
      const saved = await call(formsContract.updateForm, { params, body }).catch((error: unknown) => {
        throw refusedOf([merged], error)
      })
      if (isWhole(saved)) queryClient.setQueryData(formQuery(form.id).queryKey, saved)
      toast.success(formMessages.updated)
      return null
    } catch (error) {
      toast.error(errorMessage(error, formMessages.updateFailed))
      return problemsByPlace(error instanceof WrongFields ? error.errors : {})
    }
  }
}
