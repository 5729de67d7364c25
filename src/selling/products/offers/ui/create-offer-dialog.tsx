import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import {
  DescriptionField,
  PictureField,
  PriceFields,
  TitleField,
} from '#selling/products/bumps/ui/product-fields.tsx'
import { DialogActions } from '#web/kit/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { useEditor } from '#web/kit/use-editor.ts'
import type { Offer } from '../contract.ts'
import { offerMessages } from '../messages.ts'
import { ActiveField, TagsField } from './offer-fields.tsx'
import { checkOffer, newOfferValues, offerFieldNames } from './offer-values.ts'
import { useCreateOffer } from './use-create-offer.ts'

type Props = {
  readonly isOpen: boolean
  /** The currency to begin with: that of the form it is made for. */
  readonly currency: string
  readonly onClose: () => void
  readonly onCreated: (offer: Offer) => void
}

/** Makes a one-time offer where it is needed, and closes when it is made. */
export function CreateOfferDialog({ isOpen, onClose, ...rest }: Props) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Create Offer"
      description="Files and the words on the buttons can be changed later."
    >
      <CreateOffer onClose={onClose} {...rest} />
    </Dialog>
  )
}

function CreateOffer({ currency, onClose, onCreated }: Omit<Props, 'isOpen'>) {
  const create = useCreateOffer()
  const [initial] = useState(() => newOfferValues(currency))
  const { methods, element, submit } = useEditor({
    initial,
    resolver: checkOffer,
    names: offerFieldNames,
    failure: offerMessages.createFailed,
    onSave: async (offer) => {
      onCreated(await create(offer))
      onClose()
      return null
    },
  })
  return (
    <FormProvider {...methods}>
      <form ref={element} noValidate aria-label="Offer" className="grid grid-cols-1 gap-5" onSubmit={submit}>
        <TitleField label="Name" placeholder="A private lesson, half price" />
        <ActiveField />
        <TagsField />
        <hr className="border-line" />
        <DescriptionField placeholder="Why now, and only now?" />
        <PictureField type="divers" />
        <PriceFields />
        <DialogActions label="Create offer" isBusy={methods.formState.isSubmitting} onCancel={onClose} />
      </form>
    </FormProvider>
  )
}
