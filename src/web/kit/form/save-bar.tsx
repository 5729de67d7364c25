import type { ReactNode } from 'react'
import { Button } from '../layout/button.tsx'
import { UnmarkedProblem, type Unmarked } from '../feedback/unmarked-problem.tsx'
import { WaitingNote } from '../feedback/waiting-note.tsx'

type Props = {
  readonly isDirty: boolean
  readonly isBusy: boolean
  readonly label: string
  readonly unmarked: Unmarked | null
  /** What is still on its way before it is saved; null: nothing. */
  readonly waitedFor: readonly string[] | null
  /** What else is always in sight, at its start. */
  readonly children?: ReactNode
}

/** The save button of a long editor, always in sight. */
export function SaveBar({ isDirty, isBusy, label, unmarked, waitedFor, children }: Props) {
  return (
    <div className="sticky bottom-4 z-10 low:static flex items-center justify-end gap-4 rounded-2xl border border-line bg-surface p-3 shadow-float">
      {children !== undefined && <div className="mr-auto flex min-w-0 items-center gap-2">{children}</div>}
      {unmarked !== null && <UnmarkedProblem {...unmarked} />}
      <WaitingNote waitedFor={waitedFor} />
      {isDirty && unmarked === null && waitedFor === null && (
        <span className={`text-muted ${children === undefined ? '' : 'hidden sm:inline'}`}>
          Not saved yet
        </span>
      )}
      <Button type="submit" isBusy={isBusy || waitedFor !== null}>
        {label}
      </Button>
    </div>
  )
}
