import { Download } from 'lucide-react'
import { useState } from 'react'
import { call } from '#accounts/identity/ui/session.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { CsvFormatField, useCsvFormat } from '#web/kit/list/export-csv.tsx'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { useDownload } from '#web/kit/browser/download.ts'
import { useZone } from '#web/kit/browser/zone.ts'
import { salesContract } from '../contract.ts'
import { DaysFields, useDays } from './days-fields.tsx'
import { hasFilter, type ShownFilter } from './filter/sale-search.ts'

type Props = { readonly q: string; readonly filter: ShownFilter }

/** Downloads purchases for bookkeeping: those that the search and the filter leave, of days that are chosen. */
export function ExportButton({ q, filter }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const which = q === '' && !hasFilter(filter) ? 'Purchases' : 'The purchases that you searched and filtered'
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Download aria-hidden className="size-4.5" />
        Export CSV
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Export CSV"
        description={`${which}, one per row, for a spreadsheet or your bookkeeping.`}
      >
        <ExportForm q={q} filter={filter} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

function ExportForm({ q, filter, onDone }: Props & { readonly onDone: () => void }) {
  const choice = useDays(hasFilter(filter) ? { from: filter.from ?? '', to: filter.to ?? '' } : 'this-month')
  const { from, to } = choice.days
  const zone = useZone()
  const format = useCsvFormat()
  const { mutate, isPending } = useDownload(
    () =>
      call(salesContract.getExportLink, {
        query: { ...filter, q, from: from || undefined, to: to || undefined, zone, format: format.format },
      }),
    onDone,
  )
  return (
    <form
      noValidate
      aria-label="Export CSV"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!choice.isTurned) mutate()
      }}
    >
      <DaysFields
        choice={choice}
        hint={
          filter.status === 'returned'
            ? 'The days on which the money went back, in your time zone.'
            : 'A purchase counts on the day it was paid, in your time zone.'
        }
      />
      <CsvFormatField choice={format} />
      <DialogActions label="Download" isBusy={isPending} onCancel={onDone} />
    </form>
  )
}
