import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { formsContract, isWhole, type Form } from '#selling/forms/contract.ts'
import { formMessages } from '../../messages.ts'
import { formQuery, formsKey } from '#selling/forms/ui/queries.ts'

/** Pauses a form, or goes on selling it: by itself, so that nothing else that is being typed is saved with it. */
export function usePausing() {
  const queryClient = useQueryClient()
  return useWrite({
    mutationFn: ({ id, isPaused }: Pick<Form, 'id' | 'isPaused'>) =>
      call(formsContract.updateForm, { params: { id }, body: { isPaused, isDetailUpdate: false } }),
    onSuccess: async (saved, { isPaused }) => {
      toast.success(isPaused ? formMessages.paused : formMessages.resumed)
      if (isWhole(saved)) queryClient.setQueryData(formQuery(saved.id).queryKey, saved)
      await queryClient.invalidateQueries({ queryKey: [...formsKey, 'list'] })
    },
    onError: (error) => toast.error(errorMessage(error, formMessages.updateFailed)),
  })
}
