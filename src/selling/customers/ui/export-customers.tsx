import { call } from '#accounts/identity/ui/session.ts'
import { ExportCsv } from '#web/kit/list/export-csv.tsx'
import { useZone } from '#web/kit/browser/zone.ts'
import { customersContract } from '../contract.ts'
import type { ShownFilter } from './filter/customer-search.ts'

type Props = { readonly q: string; readonly filter: ShownFilter }

/** Downloads the customers that the search and the filter leave. */
export function ExportCustomers({ q, filter }: Props) {
  const zone = useZone()
  return (
    <ExportCsv
      description="The customers that the list shows on all of its pages, one per row."
      askPath={(format) =>
        call(customersContract.getCustomerExportLink, { query: { ...filter, q, zone, format } })
      }
    />
  )
}
