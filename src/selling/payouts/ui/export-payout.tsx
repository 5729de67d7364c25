import { Download } from 'lucide-react'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { download } from '#selling/sales/ui/export-dialog.tsx'
import { Button } from '#web/kit/button.tsx'
import { errorMessage } from '#web/kit/error-message.ts'
import { useWrite } from '#web/kit/use-write.ts'
import { payoutsContract } from '../contract.ts'

export function ExportPayout({ id }: { readonly id: string }) {
  const { mutate, isPending } = useWrite({
    mutationFn: () => call(payoutsContract.getPayoutExportLink, { params: { id } }),
    onSuccess: ({ path }) => {
      download(path)
      toast.success('The download has started')
    },
    onError: (error) => toast.error(errorMessage(error, 'The server did not respond. Try again.')),
  })
  return (
    <Button variant="secondary" isBusy={isPending} onClick={() => mutate()}>
      <Download aria-hidden className="size-4.5" />
      Export CSV
    </Button>
  )
}
