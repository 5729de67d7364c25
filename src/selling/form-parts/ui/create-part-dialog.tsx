import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { EditorDialog } from '#web/kit/dialog/editor-dialog.tsx'
import { useCreatePart, type FormPart, type Part } from './form-part.ts'

/** What whoever opens such a dialog says. */
export type CreatePartProps<One extends Part> = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCreated: (created: One) => void
}

type Props<One extends Part, Values extends FieldValues, Edited> = CreatePartProps<One> &
  Omit<ComponentProps<typeof EditorDialog<Values, Edited>>, 'failure' | 'onSave'> & {
    readonly part: FormPart<One, Edited>
  }

/** Makes a part where it is needed, and closes when it is made. */
export function CreatePartDialog<One extends Part, Values extends FieldValues, Edited>({
  part,
  onCreated,
  ...dialog
}: Props<One, Values, Edited>) {
  const create = useCreatePart(part)
  return (
    <EditorDialog<Values, Edited>
      {...dialog}
      failure={part.messages.createFailed}
      onSave={async (edited) => {
        onCreated(await create(edited))
        dialog.onClose()
        return null
      }}
    />
  )
}
