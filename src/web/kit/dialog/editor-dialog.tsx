import { type ComponentProps, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { t } from '#foundation/language/t.ts'
import { UnmarkedProblem, WaitingNote } from '#web/kit/form/save-bar.tsx'
import { type EditorOptions, useEditor } from '../form/use-editor.ts'
import { WaitedFor } from '../form/waited-for.ts'
import { DialogActions } from './dialog-actions.tsx'
import { Dialog } from './dialog.tsx'
import { LeaveQuestion } from './confirm-dialog.tsx'

type FormProps<Values extends FieldValues, Result> = EditorOptions<Values, Result> & {
  /** The accessible name of the form. */
  readonly label: string
  readonly submitLabel: string
  readonly isDangerous?: boolean
  readonly onClose: () => void
  /** The fields, which find the form in their context. */
  readonly children: ReactNode
}

type Props<Values extends FieldValues, Result> = FormProps<Values, Result> & {
  readonly isOpen: boolean
  readonly title: string
  readonly description: string
}

/** A dialog for creating an item, which is empty each time it opens. */
export function EditorDialog<Values extends FieldValues, Result>({
  isOpen,
  title,
  description,
  ...form
}: Props<Values, Result>) {
  const hasTyped = useRef<() => boolean>(() => false)
  const askBy = useCallback((ask: () => boolean) => {
    hasTyped.current = ask
  }, [])
  return (
    <TypingDialog
      isOpen={isOpen}
      hasTyped={() => hasTyped.current()}
      onClose={form.onClose}
      title={title}
      description={description}
    >
      <EditorForm {...form} onAsk={askBy} />
    </TypingDialog>
  )
}

function EditorForm<Values extends FieldValues, Result>({
  label,
  submitLabel,
  isDangerous = false,
  onClose,
  onAsk,
  children,
  ...options
}: FormProps<Values, Result> & {
  /** Gets the function that says whether closing the dialog would lose typed text. */
  readonly onAsk: (hasTyped: () => boolean) => void
}) {
  const [initial] = useState(() => options.initial)
  const { methods, element, hasTyped, unmarked, waitFor, waitedFor, submit } = useEditor({
    ...options,
    initial,
  })
  const { isSubmitting } = methods.formState
  useEffect(() => {
    onAsk(hasTyped)
    return () => onAsk(() => false)
  }, [onAsk, hasTyped])
  return (
    <FormProvider {...methods}>
      <form ref={element} noValidate aria-label={label} className="grid grid-cols-1 gap-5" onSubmit={submit}>
        <WaitedFor value={waitFor}>{children}</WaitedFor>
        <WaitingNote waitedFor={waitedFor} />
        {unmarked !== null && <UnmarkedProblem {...unmarked} />}
        <DialogActions
          label={waitedFor === null ? submitLabel : t('Uploading…')}
          isDangerous={isDangerous}
          isBusy={isSubmitting || waitedFor !== null}
          onCancel={onClose}
        />
      </form>
    </FormProvider>
  )
}

type TypingProps = Omit<ComponentProps<typeof Dialog>, 'isAlert'> & {
  /** Whether closing the dialog would lose typed text. A function is called at the moment of closing. */
  readonly hasTyped: boolean | (() => boolean)
}

/** A dialog with fields. A click outside, Escape and its close button first ask if something would be lost. */
export function TypingDialog({ hasTyped, onClose, ...dialog }: TypingProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Dialog
        {...dialog}
        onClose={() => {
          if (typeof hasTyped === 'function' ? hasTyped() : hasTyped) setIsAsking(true)
          else onClose()
        }}
      />
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
