import { t } from '#foundation/language/t.ts'
import { Button } from '../layout/button.tsx'
import { DialogEnd } from './dialog-actions.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  readonly isOpen: boolean
  readonly title: string
  readonly question: string
  /** More information before the person answers. */
  readonly note?: string | undefined
  readonly confirmLabel: string
  readonly cancelLabel?: string
  readonly isDangerous?: boolean
  readonly isBusy?: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

export function ConfirmDialog(props: Props) {
  const {
    isOpen,
    title,
    question,
    note,
    confirmLabel,
    cancelLabel = t('Cancel'),
    onConfirm,
    onCancel,
  } = props
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

type DeleteProps = {
  /** The question, or null while there is none. */
  readonly question: string | null
  /** The effects of deleting, shown below the question. */
  readonly note?: string | undefined
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

export function DeleteDialog({ question, note, isBusy, onConfirm, onCancel }: DeleteProps) {
  return (
    <ConfirmDialog
      isOpen={question !== null}
      title={t('Delete')}
      question={question ?? ''}
      note={note}
      confirmLabel={t('Delete')}
      isDangerous
      isBusy={isBusy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}

type LeaveProps = { readonly isOpen: boolean; readonly onLeave: () => void; readonly onStay: () => void }

/** Asks for confirmation before typed changes are lost. */
export function LeaveQuestion({ isOpen, onLeave, onStay }: LeaveProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('Leave without saving?')}
      question={t('You have unsaved changes.')}
      confirmLabel={t('Leave')}
      cancelLabel={t('Stay')}
      isDangerous
      onConfirm={onLeave}
      onCancel={onStay}
    />
  )
}

/** The texts about deleting, which the specification prescribes. */
export const deleteMessages = {
  deleted: (title: string) => t('{title} Deleted successfully', { title }),
  question: (name: string) =>
    t('Are you sure you want to delete {name}. This action cannot be undone..', { name }),
} as const
