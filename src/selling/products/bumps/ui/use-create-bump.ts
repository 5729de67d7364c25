import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { bumpsContract, type Bump, type BumpCreate } from '../contract.ts'
import { bumpMessages } from '../messages.ts'
import { bumpsKey } from './queries.ts'

/** Creates an order bump, for the page and for the dialog. */
export function useCreateBump(): (bump: BumpCreate) => Promise<Bump> {
  const queryClient = useQueryClient()
  return useCallback(
    async (bump) => {
      const created = await call(bumpsContract.createBump, { body: bump })
      toast.success(bumpMessages.created)
      await queryClient.invalidateQueries({ queryKey: bumpsKey })
      return created
    },
    [queryClient],
  )
}
