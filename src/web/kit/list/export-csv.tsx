import { Download } from 'lucide-react'
import { useState } from 'react'
import type { CsvFormat } from '#foundation/csv/csv-format.ts'
import { Button } from '../layout/button.tsx'
import { CsvFormatField, useCsvFormat } from './csv-format.tsx'
import { DialogActions } from '../dialog/dialog-actions.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { useDownload } from '../browser/use-download.ts'

type DialogProps = {
  readonly title: string
  /** What the file holds. */
  readonly description: string
  readonly isOpen: boolean
  readonly isBusy: boolean
  readonly onExport: (format: CsvFormat) => void
  readonly onClose: () => void
}

/** Asks for which program a file is made. */
export function CsvDialog({ title, description, isOpen, isBusy, onExport, onClose }: DialogProps) {
  const choice = useCsvFormat()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} description={description}>
      <form
        noValidate
        aria-label={title}
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          onExport(choice.format)
        }}
      >
        <CsvFormatField choice={choice} />
        <DialogActions label="Download" isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

type Props = Pick<DialogProps, 'description'> & {
  readonly askPath: (format: CsvFormat) => Promise<{ readonly path: string }>
}

/** Downloads a file from the server, for the program that is chosen. */
export function ExportCsv({ description, askPath }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const { mutate, isPending } = useDownload(askPath, close)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Download aria-hidden className="size-4.5" />
        Export CSV
      </Button>
      <CsvDialog
        title="Export CSV"
        description={description}
        isOpen={isOpen}
        isBusy={isPending}
        onExport={mutate}
        onClose={close}
      />
    </>
  )
}
