import type { ReactNode } from 'react'
import { FormProvider, type FieldValues } from 'react-hook-form'
import { SaveBar, EditorFields } from './save-bar.tsx'
import { UnsavedChanges } from './unsaved-changes.tsx'
import { WaitedFor } from './waited-for.ts'
import { useEditor, type EditorOptions } from './use-editor.ts'

type Props<Values extends FieldValues, Result> = EditorOptions<Values, Result> & {
  /** The accessible name of the form. */
  readonly label: string
  readonly submitLabel: string
  /** Whether the item is not stored yet. */
  readonly isNew: boolean
  /** Whether the member can view the item but not edit it. */
  readonly isReadOnly?: boolean
  /** Whether there are only a few fields without sections, in one panel with the save button. */
  readonly isShort?: boolean
  /** Content next to the save button, in view with it. */
  readonly barNote?: ReactNode
  /** The list to return to without saving. */
  readonly cancelPath?: string | undefined
  /** Content next to the fields. */
  readonly aside?: ReactNode
  /** The sections, which find the form in their context. */
  readonly children: ReactNode
}

/** An editor that fills the page: its sections, its save button in view, and the warning before changes are lost. */
export function Editor<Values extends FieldValues, Result>({
  label,
  submitLabel,
  isNew,
  isReadOnly = false,
  isShort = false,
  aside,
  barNote,
  cancelPath,
  children,
  ...options
}: Props<Values, Result>) {
  const { methods, element, isDirty, isUnsaved, unmarked, waitFor, waitedFor, isUploading, submit } =
    useEditor(options)
  const { isSubmitting } = methods.formState
  const form = (
    <form
      ref={element}
      noValidate
      aria-label={label}
      className={`grid grid-cols-1 content-start gap-6 ${isShort ? 'panel max-w-xl p-5 sm:p-7' : ''}`}
      onSubmit={submit}
    >
      <WaitedFor value={waitFor}>
        <EditorFields isReadOnly={isReadOnly}>{children}</EditorFields>
      </WaitedFor>
      {!isReadOnly && (
        <SaveBar
          isFloating={!isShort}
          isStored={!isNew}
          isDirty={isDirty || isUploading}
          isBusy={isSubmitting}
          label={submitLabel}
          unmarked={unmarked}
          waitedFor={waitedFor}
          cancelPath={cancelPath}
          {...(!isNew && { onDiscard: () => methods.reset() })}
        >
          {barNote}
        </SaveBar>
      )}
    </form>
  )
  return (
    <FormProvider {...methods}>
      {aside === undefined ? (
        form
      ) : (
        <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
          {form}
          {aside}
        </div>
      )}
      <UnsavedChanges isUnsaved={isUnsaved} />
    </FormProvider>
  )
}
