import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = {
  /** The question; null while nothing is asked. */
  readonly question: string | null
  /** What deleting brings about, below the question. */
  readonly note?: string | undefined
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

export function DeleteDialog({ question, note, isBusy, onConfirm, onCancel }: Props) {
  return (
    <ConfirmDialog
      isOpen={question !== null}
      title="Delete"
      question={question ?? ''}
      note={note}
      confirmLabel="Delete"
      isDangerous
      isBusy={isBusy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}
