import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = { readonly isOpen: boolean; readonly onLeave: () => void; readonly onStay: () => void }

/** Asks before what was typed is lost. */
export function LeaveQuestion({ isOpen, onLeave, onStay }: Props) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Leave without saving?"
      question="Your changes are not saved yet."
      confirmLabel="Leave"
      cancelLabel="Stay"
      isDangerous
      onConfirm={onLeave}
      onCancel={onStay}
    />
  )
}
