import { useRef } from 'react'
import { toast } from 'sonner'
import type { CardHandle } from '#web/kit/form/card-field.tsx'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { PlatformCard } from '#web/kit/layout/platform-card.tsx'
import { billingMessages } from '../messages.ts'
import { messageOf, useSaveCard } from './use-plan-actions.ts'

type Props = { readonly isOpen: boolean; readonly onClose: () => void; readonly onSaved: () => void }

/** Takes the card that the plan is paid with from now on. */
export function CardDialog({ isOpen, onClose, onSaved }: Props) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Your card"
      description="It will pay your plan from now on. The previous card is forgotten."
    >
      {isOpen && <CardForm onClose={onClose} onSaved={onSaved} />}
    </Dialog>
  )
}

function CardForm({ onClose, onSaved }: Omit<Props, 'isOpen'>) {
  const card = useRef<CardHandle>(null)
  const { mutate, isPending, error, reset } = useSaveCard(() => {
    toast.success('Your card is saved')
    onClose()
    onSaved()
  })
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (card.current !== null) mutate(card.current)
      }}
    >
      <PlatformCard ref={card} error={null} isDisabled={isPending} onChange={reset} />
      {error !== null && <Notice tone="danger">{messageOf(error, billingMessages.cardFailed)}</Notice>}
      <DialogActions label="Save card" isBusy={isPending} onCancel={onClose} />
    </form>
  )
}
