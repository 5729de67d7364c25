import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { taxesContract, type Tax, type TaxCreate } from '../contract.ts'
import { taxMessages } from '../messages.ts'
import { taxesKey } from './queries.ts'

/** Creates a tax, for the page and for the dialog. */
export function useCreateTax(): (tax: TaxCreate) => Promise<Tax> {
  const queryClient = useQueryClient()
  return useCallback(
    async ({ title, percentage, inclusive }) => {
      const created = await call(taxesContract.createTax, { body: { title, percentage, inclusive } })
      toast.success(taxMessages.created)
      await queryClient.invalidateQueries({ queryKey: taxesKey })
      return created
    },
    [queryClient],
  )
}
