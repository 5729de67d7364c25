import { Copy } from 'lucide-react'
import { t } from '#foundation/language/t.ts'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { DialogEnd } from '#web/kit/dialog/dialog-actions.tsx'
import { copyText } from '#web/kit/feedback/copy-text.tsx'
import { Button } from '#web/kit/layout/button.tsx'

type Props = {
  readonly title: string
  readonly description: string
  /** Null: closed. */
  readonly secret: string | null
  readonly onClose: () => void
}

/** A secret, shown once. */
export function SecretDialog({ title, description, secret, onClose }: Props) {
  const messages = {
    copied: t('Secret copied'),
    failed: t('The secret could not be copied. Select it and copy it.'),
  }
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
          {t('Copy secret')}
        </Button>
        <Button onClick={onClose}>{t('Done')}</Button>
      </DialogEnd>
    </Dialog>
  )
}
