import { useState, type ComponentProps } from 'react'
import { Dialog } from './dialog.tsx'
import { LeaveQuestion } from './leave-question.tsx'

type Props = Omit<ComponentProps<typeof Dialog>, 'isAlert'> & {
  /** Something was typed that closing would lose. */
  readonly hasTyped: boolean
}

/** A dialog to type in: a press beside it, Escape and its cross ask first where something would be lost. */
export function TypingDialog({ hasTyped, onClose, ...dialog }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Dialog {...dialog} onClose={() => (hasTyped ? setIsAsking(true) : onClose())} />
      <LeaveQuestion
        isOpen={isAsking && dialog.isOpen}
        onLeave={() => {
          setIsAsking(false)
          onClose()
        }}
        onStay={() => setIsAsking(false)}
      />
    </>
  )
}
