import { Download } from 'lucide-react'
import { useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useDownload } from '#web/kit/browser/download.ts'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { Segmented } from '#web/kit/form/segmented.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { CsvFormatField, useCsvFormat } from '#web/kit/list/export-csv.tsx'
import { invoicesContract } from '../contract.ts'

type Kind = 'pdf' | 'xml' | 'audit'

const kinds: readonly Kind[] = ['pdf', 'xml', 'audit']

const kindOptions = () => [
  { value: 'pdf', label: t('One PDF') },
  { value: 'xml', label: t('E-invoices (ZIP)') },
  { value: 'audit', label: t('CSV for an audit') },
]

/** Downloads a month's invoices and credit notes. `latest` is the day of the last one, such as "2026-11-22". */
export function ExportInvoices({ latest }: { readonly latest: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [kind, setKind] = useState<Kind>('pdf')
  const [month, setMonth] = useState(latest.slice(0, 7))
  const choice = useCsvFormat()
  const close = () => setIsOpen(false)
  const { mutate, isPending } = useDownload(
    () => call(invoicesContract.getInvoicesLink, { query: { kind, month, format: choice.format } }),
    close,
  )
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Download aria-hidden className="size-4.5" />
        {t('Export')}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={t('Export invoices')}
        description={t('All invoices and credit notes of a month, in the order of their numbers.')}
      >
        <form
          noValidate
          aria-label={t('Export invoices')}
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            mutate()
          }}
        >
          <Segmented
            label={t('File')}
            name="kind"
            options={kindOptions()}
            chosen={kind}
            onChange={(event) => setKind(kinds.find((one) => one === event.target.value) ?? 'pdf')}
          />
          <TextInput
            label={t('Month')}
            type="month"
            value={month}
            max={latest.slice(0, 7)}
            required={kind !== 'audit'}
            hint={kind === 'audit' ? t('Leave it empty for everything.') : undefined}
            onChange={(event) => setMonth(event.target.value)}
          />
          {kind === 'audit' && <CsvFormatField choice={choice} />}
          <DialogActions label={t('Download')} isBusy={isPending} onCancel={close} />
        </form>
      </Dialog>
    </>
  )
}
