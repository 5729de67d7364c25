import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { formsContract } from '#forms/contract.ts'
import { formMessages } from '#forms/messages.ts'
import { formQuery } from '#forms/ui/queries.ts'
import { errorMessage } from '#shell/error-message.ts'
import { call } from '#shell/session.ts'
import type { Timer } from '#timers/contract.ts'

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
