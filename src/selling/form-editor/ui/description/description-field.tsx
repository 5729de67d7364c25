import { lazy, Suspense, useId } from 'react'
import { FieldError } from '#web/kit/form/field.tsx'
import { useFormFields } from '../editor/use-form-fields.ts'

const DescriptionEditor = lazy(async () => ({
  default: (await import('./description-editor.tsx')).DescriptionEditor,
}))

/** Emphasis as it is read, without the signs that it is kept with. */
function withoutMarks(text: string): string {
  return text
    .replaceAll('<!-- -->', '')
    .replaceAll(/(\*{1,3})(\S(?:[^*]*\S)?)\1/g, '$2')
    .replaceAll(/\\([^\p{L}\p{N}\s])/gu, '$1')
}

/** The description with its emphasis. The text editor is loaded apart; until it is there, the text stands in its place. */
export function DescriptionField() {
  const { getValues, errorOf } = useFormFields()
  const id = useId()
  const error = errorOf('description')
  return (
    <div data-field="description" className="grid grid-cols-1 gap-1.5">
      <p id={id} className="flex min-h-6 items-center gap-1.5 font-medium">
        Description
        <span aria-hidden className="-ml-1 text-danger">
          *
        </span>
      </p>
      <Suspense
        fallback={
          <div aria-busy className="control mt-11.5 min-h-36 whitespace-pre-line text-muted">
            {withoutMarks(getValues('description'))}
          </div>
        }
      >
        <DescriptionEditor labelId={id} errorId={`${id}-error`} isWrong={error !== undefined} />
      </Suspense>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}
