import { useEffect, useState, type ReactNode } from 'react'
import { FormProvider, type FieldValues } from 'react-hook-form'
import { DialogActions } from './dialog-actions.tsx'
import { TypingDialog } from './typing-dialog.tsx'
import { UnmarkedProblem } from '../feedback/unmarked-problem.tsx'
import { useEditor, type EditorOptions } from '../form/use-editor.ts'
import { WaitedFor } from '../form/waited-for.ts'
import { WaitingNote } from '../feedback/waiting-note.tsx'

type FormProps<Values extends FieldValues, Result> = EditorOptions<Values, Result> & {
  /** The name of the form, for whoever hears the page. */
  readonly label: string
  readonly submitLabel: string
  readonly isDangerous?: boolean
  readonly onClose: () => void
  /** The fields; they find the form in its context. */
  readonly children: ReactNode
}

type Props<Values extends FieldValues, Result> = FormProps<Values, Result> & {
  readonly isOpen: boolean
  readonly title: string
  readonly description: string
}

/** A thing that is made in a dialog, which begins afresh each time it opens. */
export function EditorDialog<Values extends FieldValues, Result>({
  isOpen,
  title,
  description,
  ...form
}: Props<Values, Result>) {
  const [hasTyped, setHasTyped] = useState(false)
  return (
    <TypingDialog
      isOpen={isOpen}
      hasTyped={hasTyped}
      onClose={form.onClose}
      title={title}
      description={description}
    >
      <EditorForm {...form} onTyped={setHasTyped} />
    </TypingDialog>
  )
}

function EditorForm<Values extends FieldValues, Result>({
  label,
  submitLabel,
  isDangerous = false,
  onClose,
  onTyped,
  children,
  ...options
}: FormProps<Values, Result> & { readonly onTyped: (hasTyped: boolean) => void }) {
  const [initial] = useState(() => options.initial)
  const { methods, element, unmarked, waitFor, waitedFor, submit } = useEditor({ ...options, initial })
  const { isDirty, isSubmitting } = methods.formState
  useEffect(() => {
    onTyped(isDirty)
    return () => onTyped(false)
  }, [isDirty, onTyped])
  return (
    <FormProvider {...methods}>
      <form ref={element} noValidate aria-label={label} className="grid grid-cols-1 gap-5" onSubmit={submit}>
        <WaitedFor value={waitFor}>{children}</WaitedFor>
        <WaitingNote waitedFor={waitedFor} />
        {unmarked !== null && <UnmarkedProblem {...unmarked} />}
        <DialogActions
          label={submitLabel}
          isDangerous={isDangerous}
          isBusy={isSubmitting || waitedFor !== null}
          onCancel={onClose}
        />
      </form>
    </FormProvider>
  )
}
