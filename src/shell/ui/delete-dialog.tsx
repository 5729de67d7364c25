import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = {
  /** The question; null while nothing is asked. */
  readonly question: string | null
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

export function DeleteDialog({ question, isBusy, onConfirm, onCancel }: Props) {
  return (
    <ConfirmDialog
      isOpen={question !== null}
      title="Delete"
      question={question ?? ''}
      confirmLabel="Delete"
      isDangerous
      isBusy={isBusy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}
