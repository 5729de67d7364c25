import { Download } from 'lucide-react'
import { call } from '#accounts/identity/ui/session.ts'
import { Button } from '#web/kit/button.tsx'
import { useDownload } from '#web/kit/use-download.ts'
import { useZone } from '#web/kit/zone.ts'
import { customersContract } from '../contract.ts'
import type { ShownFilter } from './filter/customer-search.ts'

type Props = { readonly q: string; readonly filter: ShownFilter }

/** Downloads the customers that the search and the filter leave. */
export function ExportCustomers({ q, filter }: Props) {
  const zone = useZone()
  const { mutate, isPending } = useDownload(() =>
    call(customersContract.getCustomerExportLink, { query: { ...filter, q, zone } }),
  )
  return (
    <Button variant="secondary" isBusy={isPending} onClick={() => mutate()}>
      <Download aria-hidden className="size-4.5" />
      Export CSV
    </Button>
  )
}
