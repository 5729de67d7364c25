import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { conversionsContract } from '../contract.ts'

export const targetsQuery = queryOptions({
  queryKey: ['conversion targets'],
  queryFn: ({ signal }) => call(conversionsContract.listTargets, { signal }),
})

/** Changes an ad platform, shows an error if that fails, and reloads the list in any case. */
export function useTargetWrite<Result>(
  mutationFn: () => Promise<Result>,
  onSuccess: (result: Result) => void,
) {
  const client = useQueryClient()
  return useWrite({
    mutationFn,
    onSuccess,
    onError: (error: Error) =>
      toast.error(errorMessage(error, t('The server did not respond. Please try again.'))),
    onSettled: () => client.invalidateQueries({ queryKey: targetsQuery.queryKey }),
  })
}
