import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { formsContract } from '#selling/forms/contract.ts'
import { formMessages } from '#selling/forms/messages.ts'
import { formQuery } from '#selling/forms/ui/queries.ts'
import { errorMessage } from '#web/kit/error-message.ts'
import type { Timer } from '../contract.ts'

/** Saves a form's whole list of timers, in order of expiry; answers whether it was saved. */
export function useSaveTimers(formId: string) {
  const queryClient = useQueryClient()
  return async (timers: readonly Timer[]): Promise<boolean> => {
    const ordered = [...timers].sort((first, second) => first.timestamp - second.timestamp)
    try {
      const saved = await call(formsContract.updateForm, {
        params: { id: formId },
        body: { timers: ordered, isDetailUpdate: true },
      })
      queryClient.setQueryData(formQuery(formId).queryKey, saved)
      toast.success(formMessages.updated)
      return true
    } catch (error) {
      toast.error(errorMessage(error, formMessages.updateFailed))
      return false
    }
  }
}
