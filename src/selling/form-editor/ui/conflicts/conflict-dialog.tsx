import { Button } from '#web/kit/layout/button.tsx'
import { DialogEnd } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { conflictWords } from './conflict-words.ts'
import type { Conflict } from './find-conflicts.ts'

/** Whose values of the fields are saved; null: nothing is saved yet. */
export type ConflictAnswer = 'mine' | 'theirs' | null

type Props = {
  readonly conflicts: readonly Conflict[]
  readonly currency: string
  readonly onAnswer: (answer: ConflictAnswer) => void
}

/** Asks whose values count where two people have changed the same fields of a form. */
export function ConflictDialog({ conflicts, currency, onAnswer }: Props) {
  return (
    <Dialog
      isAlert
      isOpen
      onClose={() => onAnswer(null)}
      title={conflicts.length === 1 ? 'This was changed elsewhere too' : 'These were changed elsewhere too'}
      description="Since you opened this form, somebody else has saved it, or you have in another tab. Whatever else you and they changed is kept."
    >
      <ul className="grid gap-5 pb-4">
        {conflicts.map((conflict) => {
          const { label, theirs, mine } = conflictWords(conflict, currency)
          return (
            <li key={conflict.name} className="grid gap-2">
              <h3 className="font-medium">{label}</h3>
              <dl className="grid gap-2 text-sm">
                <Value name="Theirs" text={theirs} />
                <Value name="Mine" text={mine} />
              </dl>
            </li>
          )
        })}
      </ul>
      <DialogEnd>
        <Button variant="ghost" onClick={() => onAnswer(null)}>
          Go on editing
        </Button>
        <Button variant="secondary" onClick={() => onAnswer('theirs')}>
          Take theirs
        </Button>
        <Button onClick={() => onAnswer('mine')}>Keep mine</Button>
      </DialogEnd>
    </Dialog>
  )
}

function Value({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div className="rounded-xl bg-sunken px-4 py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{text}</dd>
    </div>
  )
}
