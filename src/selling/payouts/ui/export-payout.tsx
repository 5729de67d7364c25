import { Download } from 'lucide-react'
import { call } from '#accounts/identity/ui/session.ts'
import { Button } from '#web/kit/button.tsx'
import { useDownload } from '#web/kit/use-download.ts'
import { payoutsContract } from '../contract.ts'

export function ExportPayout({ id }: { readonly id: string }) {
  const { mutate, isPending } = useDownload(() =>
    call(payoutsContract.getPayoutExportLink, { params: { id } }),
  )
  return (
    <Button variant="secondary" isBusy={isPending} onClick={() => mutate()}>
      <Download aria-hidden className="size-4.5" />
      Export CSV
    </Button>
  )
}
