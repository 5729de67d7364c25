import { call } from '#accounts/identity/ui/session.ts'
import { ExportCsv } from '#web/kit/list/export-csv.tsx'
import { payoutsContract } from '../contract.ts'

export function ExportPayout({ id }: { readonly id: string }) {
  return (
    <ExportCsv
      description="What this payout consists of, one per row, for a spreadsheet or your bookkeeping."
      askPath={(format) => call(payoutsContract.getPayoutExportLink, { params: { id }, query: { format } })}
    />
  )
}
