import { FormProvider } from 'react-hook-form'
import { DialogActions } from '#web/kit/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { useEditor } from '#web/kit/use-editor.ts'
import type { Tax } from '../contract.ts'
import { taxMessages } from '../messages.ts'
import { TaxFields } from './tax-fields.tsx'
import { checkTax, newTaxValues, taxFieldNames } from './tax-values.ts'
import { useCreateTax } from './use-create-tax.ts'

type Props = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onTaxCreated: (tax: Tax) => void
}

/** Makes a tax where it is needed; tells of it, starts afresh and closes when it is made. */
export function CreateTaxDialog({ isOpen, onClose, onTaxCreated }: Props) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Create Tax"
      description="It can be used on other forms too."
    >
      <CreateTax onClose={onClose} onTaxCreated={onTaxCreated} />
    </Dialog>
  )
}

function CreateTax({ onClose, onTaxCreated }: Omit<Props, 'isOpen'>) {
  const create = useCreateTax()
  const { methods, element, submit } = useEditor({
    initial: newTaxValues,
    resolver: checkTax,
    names: taxFieldNames,
    failure: taxMessages.createFailed,
    onSave: async (tax) => {
      onTaxCreated(await create(tax))
      onClose()
      return newTaxValues
    },
  })
  return (
    <FormProvider {...methods}>
      <form ref={element} noValidate aria-label="Tax" className="grid grid-cols-1 gap-5" onSubmit={submit}>
        <TaxFields hasActive={false} />
        <DialogActions label="Create tax" isBusy={methods.formState.isSubmitting} onCancel={onClose} />
      </form>
    </FormProvider>
  )
}
