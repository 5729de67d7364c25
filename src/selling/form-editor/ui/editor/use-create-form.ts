import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { renewLists } from '#web/kit/list/renew-lists.ts'
import { formsContract, type FormCreate } from '#selling/forms/contract.ts'
import { formMessages } from '../../messages.ts'
import { formsKey } from '#selling/forms/ui/queries.ts'

/** Creates a form, then goes to the list. */
export function useCreateForm() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useCallback(
    async (form: FormCreate) => {
      await call(formsContract.createForm, { body: form })
      toast.success(formMessages.created)
      await renewLists(queryClient, formsKey, { refetchType: 'none' })
      await navigate('/forms')
      return null
    },
    [queryClient, navigate],
  )
}
