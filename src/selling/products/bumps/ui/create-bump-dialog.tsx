import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { DialogActions } from '#web/kit/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { useEditor } from '#web/kit/use-editor.ts'
import type { Bump } from '../contract.ts'
import { bumpMessages } from '../messages.ts'
import { bumpFieldNames, checkBump, newBumpValues } from './bump-values.ts'
import { DescriptionField, PictureField, PriceFields, TitleField } from './product-fields.tsx'
import { useCreateBump } from './use-create-bump.ts'

type Props = {
  readonly isOpen: boolean
  /** The currency to begin with: that of the form it is made for. */
  readonly currency: string
  readonly onClose: () => void
  readonly onCreated: (bump: Bump) => void
}

/** Makes an order bump where it is needed, and closes when it is made. */
export function CreateBumpDialog({ isOpen, onClose, ...rest }: Props) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Create Bump"
      description="It can be used on other forms too."
    >
      <CreateBump onClose={onClose} {...rest} />
    </Dialog>
  )
}

function CreateBump({ currency, onClose, onCreated }: Omit<Props, 'isOpen'>) {
  const create = useCreateBump()
  const [initial] = useState(() => newBumpValues(currency))
  const { methods, element, submit } = useEditor({
    initial,
    resolver: checkBump,
    names: bumpFieldNames,
    failure: bumpMessages.createFailed,
    onSave: async (bump) => {
      onCreated(await create(bump))
      onClose()
      return null
    },
  })
  return (
    <FormProvider {...methods}>
      <form ref={element} noValidate aria-label="Bump" className="grid grid-cols-1 gap-5" onSubmit={submit}>
        <TitleField label="Title" placeholder="The printed workbook" />
        <DescriptionField placeholder="Why is it worth adding?" />
        <PictureField type="bump" />
        <PriceFields />
        <DialogActions label="Create bump" isBusy={methods.formState.isSubmitting} onCancel={onClose} />
      </form>
    </FormProvider>
  )
}
