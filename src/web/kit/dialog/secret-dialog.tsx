import { Copy } from 'lucide-react'
import { t } from '#foundation/language/t.ts'
import { copyText } from '../feedback/copy-text.tsx'
import { Button } from '../layout/button.tsx'
import { DialogEnd } from './dialog-actions.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  readonly title: string
  readonly description: string
  /** Null: closed. */
  readonly secret: string | null
  readonly copyLabel: string
  readonly copied: string
  readonly onClose: () => void
}

/** A secret, shown once. */
export function SecretDialog({ title, description, secret, copyLabel, copied, onClose }: Props) {
  const messages = { copied, failed: t('It could not be copied. Select it and copy it.') }
  return (
    <Dialog isAlert isOpen={secret !== null} onClose={onClose} title={title} description={description}>
      <p
        translate="no"
        className="mb-4 rounded-xl bg-sunken px-4 py-3 font-mono text-sm break-all select-all"
      >
        {secret}
      </p>
      <DialogEnd>
        <Button variant="secondary" onClick={() => void copyText(secret ?? '', messages, { isOnPage: true })}>
          <Copy aria-hidden className="size-4.5" />
          {copyLabel}
        </Button>
        <Button onClick={onClose}>{t('Done')}</Button>
      </DialogEnd>
    </Dialog>
  )
}
