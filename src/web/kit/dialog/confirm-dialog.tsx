import { Button } from '../layout/button.tsx'
import { DialogEnd } from './dialog-actions.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  readonly isOpen: boolean
  readonly title: string
  readonly question: string
  /** More to know before answering. */
  readonly note?: string | undefined
  readonly confirmLabel: string
  readonly cancelLabel?: string
  readonly isDangerous?: boolean
  readonly isBusy?: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

export function ConfirmDialog(props: Props) {
  const { isOpen, title, question, note, confirmLabel, cancelLabel = 'Cancel', onConfirm, onCancel } = props
  return (
    <Dialog isAlert isOpen={isOpen} onClose={onCancel} title={title} description={question}>
      {note !== undefined && (
        <output className="-mt-3 mb-6 block animate-appear text-pretty text-muted">{note}</output>
      )}
      <DialogEnd>
        <Button variant="secondary" onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button
          variant={props.isDangerous === true ? 'danger' : 'primary'}
          isBusy={props.isBusy ?? false}
          onClick={onConfirm}
        >
          {confirmLabel}
        </Button>
      </DialogEnd>
    </Dialog>
  )
}
