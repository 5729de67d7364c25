import { Download } from 'lucide-react'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { download } from '#selling/sales/ui/export-dialog.tsx'
import { Button } from '#web/kit/button.tsx'
import { errorMessage } from '#web/kit/error-message.ts'
import { useWrite } from '#web/kit/use-write.ts'
import { useZone } from '#web/kit/zone.ts'
import { customersContract } from '../contract.ts'
import type { ShownFilter } from './filter/customer-search.ts'

type Props = { readonly q: string; readonly filter: ShownFilter }

/** Downloads the customers that the search and the filter leave. */
export function ExportCustomers({ q, filter }: Props) {
  const zone = useZone()
  const { mutate, isPending } = useWrite({
    mutationFn: () => call(customersContract.getCustomerExportLink, { query: { ...filter, q, zone } }),
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
