import { Download } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { say, t } from '#foundation/language/t.ts'
import { type CsvFormat, csvFormatLabels, csvFormatOf, csvFormats } from '#foundation/csv/csv-format.ts'
import { useDownload } from '#web/kit/browser/download.ts'
import { Select } from '#web/kit/form/select.tsx'
import { Button } from '../layout/button.tsx'
import { DialogActions } from '../dialog/dialog-actions.tsx'
import { Dialog } from '../dialog/dialog.tsx'

type DialogProps = {
  readonly title: string
  /** The file's contents. */
  readonly description: string
  readonly isOpen: boolean
  readonly isBusy: boolean
  readonly onExport: (format: CsvFormat) => void
  readonly onClose: () => void
}

/** Asks which program the downloaded file is for. */
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
        <DialogActions label={t('Download')} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

type Props = Pick<DialogProps, 'description'> & {
  readonly askPath: (format: CsvFormat) => Promise<{ readonly path: string }>
}

/** Downloads a file from the server, for the chosen program. */
export function ExportCsv({ description, askPath }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const { mutate, isPending } = useDownload(askPath, close)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Download aria-hidden className="size-4.5" />
        {t('Export CSV')}
      </Button>
      <CsvDialog
        title={t('Export CSV')}
        description={description}
        isOpen={isOpen}
        isBusy={isPending}
        onExport={mutate}
        onClose={close}
      />
    </>
  )
}

const stored = z.enum(csvFormats)
const key = 'csvFormat'

/** The last choice in this browser, or else the default of its language. */
function readFormat(): CsvFormat {
  return stored.catch(csvFormatOf(navigator.language)).parse(localStorage.getItem(key))
}

const listeners = new Set<() => void>()

function listen(onChange: () => void) {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

/** The file format of this browser's downloads. A choice in one dialog applies to all downloads. */
export function useCsvFormat() {
  const format = useSyncExternalStore(listen, readFormat)
  return {
    format,
    choose(chosen: string) {
      localStorage.setItem(key, stored.parse(chosen))
      for (const onChange of listeners) onChange()
    },
  }
}

type CsvFormatChoice = ReturnType<typeof useCsvFormat>

export function CsvFormatField({ choice }: { readonly choice: CsvFormatChoice }) {
  return (
    <Select
      label={t('Made for')}
      hint={t('If amounts or columns look wrong when you open the file, choose another.')}
      value={choice.format}
      onChange={(event) => choice.choose(event.target.value)}
      options={(['comma', 'semicolon', 'tab', 'plain'] as const).map((value) => ({
        value,
        label: say(csvFormatLabels[value]),
      }))}
    />
  )
}
