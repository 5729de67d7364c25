import { useRef, useState, type ReactNode } from 'react'
import { ApiError } from '#foundation/http/contract/client.ts'
import { toast } from 'sonner'
import { messages } from '#foundation/http/contract/messages.ts'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { SwitchRow } from '#web/kit/form/switch.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { TypingDialog } from '#web/kit/dialog/editor-dialog.tsx'
import { useFocusFirstError } from '#web/kit/form/use-focus-first-error.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { longestViewName } from '../contract.ts'

export type ViewWords = { readonly name: string; readonly isShared: boolean }

type Props = {
  readonly title: string
  readonly initial: ViewWords
  readonly submitLabel: string
  readonly onSave: (words: ViewWords) => Promise<void>
  readonly onClose: () => void
  /** Beneath the fields. */
  readonly children?: ReactNode
}

/** A view's name and who sees it; nothing typed is lost when saving it fails. */
export function ViewForm({ title, initial, submitLabel, onSave, onClose, children }: Props) {
  const [words, setWords] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const focusProblem = useFocusFirstError(form)
  const { mutate, isPending } = useWrite({
    mutationFn: () => onSave(words),
    onSuccess: onClose,
    onError: (error) => {
      const refused = error instanceof ApiError ? error.errors['name'] : undefined
      setProblem(refused)
      if (refused === undefined) toast.error(errorMessage(error, 'The server did not respond. Try again.'))
      else focusProblem()
    },
  })
  return (
    <TypingDialog isOpen hasTyped={words.name !== initial.name} onClose={onClose} title={title}>
      <form
        ref={form}
        noValidate
        aria-label={title}
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          const found = words.name.trim() === '' ? messages.required : undefined
          setProblem(found)
          if (found === undefined) mutate()
          else focusProblem()
        }}
      >
        <TextInput
          label="Name"
          required
          autoComplete="off"
          maxLength={longestViewName}
          value={words.name}
          error={problem}
          onChange={(event) => setWords({ ...words, name: event.target.value })}
        />
        <SwitchRow
          label="Share with the team"
          hint="Everybody in the shop who sees this list sees the view."
          checked={words.isShared}
          onChange={(event) => setWords({ ...words, isShared: event.target.checked })}
        />
        {children}
        <DialogActions label={submitLabel} isBusy={isPending} onCancel={onClose} />
      </form>
    </TypingDialog>
  )
}
