import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type SubmitEvent } from 'react'
import { toast } from 'sonner'
import { ApiError } from '#foundation/http/contract/client.ts'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { TextInput, Textarea } from '#web/kit/form/text-input.tsx'
import { TypingDialog } from '#web/kit/dialog/editor-dialog.tsx'
import { useFocusFirstError } from '#web/kit/form/use-focus-first-error.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import type { CustomerDetail } from '../contract.ts'

type Props = {
  readonly title: string
  readonly description: string
  readonly label: string
  readonly hint?: string
  readonly initial: string
  readonly kind: 'email' | 'line' | 'text'
  readonly isRequired: boolean
  readonly saveLabel: string
  readonly done: string
  /** What is wrong with a text, if anything. */
  readonly check: (text: string) => string | undefined
  readonly onSave: (text: string) => Promise<CustomerDetail>
  readonly onClose: () => void
}

/** A dialog in which one thing of a customer is written; nothing typed is lost when saving it fails. */
export function OneTextDialog({ title, description, onClose, onSave, ...props }: Props) {
  const { label, hint, initial, kind, isRequired, saveLabel, done, check } = props
  const queryClient = useQueryClient()
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const focusProblem = useFocusFirstError(form)
  const { mutate, isPending } = useWrite({
    mutationFn: () => onSave(text),
    onSuccess: async () => {
      toast.success(done)
      onClose()
      await queryClient.invalidateQueries({ queryKey: ['customers'] })
    },
    onError: (error) => {
      const [refused] = error instanceof ApiError ? Object.values(error.errors) : []
      setProblem(refused)
      focusProblem()
      if (refused === undefined) toast.error(errorMessage(error, 'The server did not respond. Try again.'))
    },
  })
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    const found = check(text)
    setProblem(found)
    if (found === undefined) mutate()
    else focusProblem()
  }
  const field = {
    label,
    hint,
    required: isRequired,
    value: text,
    error: problem,
    onChange: (event: { readonly target: { readonly value: string } }) => setText(event.target.value),
  }
  return (
    <TypingDialog
      isOpen
      hasTyped={text !== initial}
      onClose={onClose}
      title={title}
      description={description}
    >
      <form ref={form} noValidate aria-label={title} className="grid gap-5" onSubmit={submit}>
        {kind === 'text' ? (
          <Textarea {...field} />
        ) : (
          <TextInput {...field} type={kind === 'email' ? 'email' : 'text'} autoComplete="off" />
        )}
        <DialogActions label={saveLabel} isBusy={isPending} onCancel={onClose} />
      </form>
    </TypingDialog>
  )
}
