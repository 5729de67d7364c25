import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { ApiError } from '#foundation/http/client.ts'
import { formsContract } from '#selling/forms/contract.ts'
import { formMessages } from '#selling/forms/messages.ts'
import { formQuery } from '#selling/forms/ui/queries.ts'
import { errorMessage } from '#web/kit/error-message.ts'
import type { Timer } from '../contract.ts'
import { problemsByPlace, type TimerProblems } from './timer-problems.ts'

/** Saves a form's whole list of timers; answers null when it was saved, else what is wrong by the timer's place. */
export function useSaveTimers(formId: string) {
  const queryClient = useQueryClient()
  return async (timers: readonly Timer[]): Promise<TimerProblems | null> => {
    try {
      const saved = await call(formsContract.updateForm, {
        params: { id: formId },
        body: { timers: [...timers], isDetailUpdate: true },
      })
      queryClient.setQueryData(formQuery(formId).queryKey, saved)
      toast.success(formMessages.updated)
      return null
    } catch (error) {
      toast.error(errorMessage(error, formMessages.updateFailed))
      return problemsByPlace(error instanceof ApiError ? error.errors : {})
    }
  }
}
