import { useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { salesContract, type SaleDetail } from '../contract.ts'

/** Sends the receipt again. A retry after a lost response counts as the same request. */
export function ResendReceipt({ sale }: { readonly sale: SaleDetail }) {
  const queryClient = useQueryClient()
  const mayResend = useMayCall()(salesContract.resendReceipt)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { mutate, isPending } = useWrite({
    mutationFn: () =>
      call(salesContract.resendReceipt, { params: { id: sale.id }, headers: { 'idempotency-key': key } }),
    onSuccess: ({ recipient }) => {
      toast.success(t('The receipt is on its way to {recipient}', { recipient }))
      setKey(crypto.randomUUID())
    },
    onError: (failure) => {
      toast.error(
        errorMessage(failure, t('The server did not respond. Try again. The receipt is sent only once.')),
      )
      if (failure instanceof ApiError && failure.status < 500) setKey(crypto.randomUUID())
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sales'] }),
  })
  // Only paid sales have an invoice.
  if (sale.paidAt === null || sale.email === '' || !mayResend) return null
  return (
    <Button variant="secondary" isBusy={isPending} onClick={() => mutate()}>
      <Mail aria-hidden className="size-4.5" />
      {t('Resend receipt')}
    </Button>
  )
}
