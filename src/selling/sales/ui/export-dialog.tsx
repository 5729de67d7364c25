import { Download } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { Button } from '#web/kit/button.tsx'
import { DialogActions } from '#web/kit/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { errorMessage } from '#web/kit/error-message.ts'
import { Select } from '#web/kit/select.tsx'
import { TextInput } from '#web/kit/text-input.tsx'
import { useWrite } from '#web/kit/use-write.ts'
import { salesContract } from '../contract.ts'
import { daySpans, type Days } from './day-spans.ts'
import { ownZone } from './queries.ts'

/** Downloads purchases for bookkeeping: those that the search finds, of days that are chosen. */
export function ExportButton({ q }: { readonly q: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const which = q === '' ? 'Purchases' : `Purchases of buyers that match “${q}”`
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
        <ExportForm q={q} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

const ownChoice = 'own'

function ExportForm({ q, onDone }: { readonly q: string; readonly onDone: () => void }) {
  const spans = daySpans(new Date())
  const [chosen, setChosen] = useState('this-month')
  const [own, setOwn] = useState<Days>({ from: '', to: '' })
  const days = chosen === ownChoice ? own : (spans.find(({ value }) => value === chosen) ?? own)
  const isTurned = days.from !== '' && days.to !== '' && days.from > days.to
  const { mutate, isPending } = useWrite({
    mutationFn: () =>
      call(salesContract.getExportLink, { query: { q, from: days.from, to: days.to, zone: ownZone() } }),
    onSuccess: ({ path }) => {
      download(path)
      toast.success('The download has started')
      onDone()
    },
    onError: (error) => toast.error(errorMessage(error, 'The server did not respond. Try again.')),
  })
  return (
    <form
      noValidate
      aria-label="Export CSV"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isTurned) mutate()
      }}
    >
      <Select
        label="Days"
        hint="A purchase counts on the day it was paid, in your time zone."
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        options={[...spans, { value: ownChoice, label: 'Choose days' }]}
      />
      {chosen === ownChoice && (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextInput
            label="From"
            type="date"
            value={own.from}
            onChange={(event) => setOwn({ ...own, from: event.target.value })}
          />
          <TextInput
            label="To"
            type="date"
            value={own.to}
            onChange={(event) => setOwn({ ...own, to: event.target.value })}
            error={isTurned ? 'This date is before the start date' : undefined}
          />
        </div>
      )}
      <DialogActions label="Download" isBusy={isPending} onCancel={onDone} />
    </form>
  )
}

/** The browser stores the file as it comes; the page stays. */
function download(path: string): void {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  link.click()
}
