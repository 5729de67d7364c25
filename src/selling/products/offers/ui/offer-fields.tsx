import { useFormContext } from 'react-hook-form'
import { SwitchRow } from '#web/kit/form/switch-row.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import type { OfferValues } from './offer-values.ts'
import { TagsInput } from './tags-input.tsx'

/** The words on the two buttons of the pop-up. */
export function ButtonTextFields() {
  const { register, formState } = useFormContext<OfferValues>()
  const { errors } = formState
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextInput
        label="Accept button text"
        required
        maxLength={120}
        error={errors.acceptButtonText?.message}
        {...register('acceptButtonText')}
      />
      <TextInput
        label="Decline button text"
        required
        maxLength={120}
        error={errors.declineButtonText?.message}
        {...register('declineButtonText')}
      />
    </div>
  )
}

export function ActiveField() {
  const { register, watch } = useFormContext<OfferValues>()
  return (
    <SwitchRow
      label="Active product"
      hint="Buyers see it only while it is active."
      checked={watch('isActive') ?? true}
      {...register('isActive')}
    />
  )
}

export function TagsField() {
  const { setValue, watch, formState } = useFormContext<OfferValues>()
  const { errors } = formState
  return (
    <TagsInput
      label="Tags"
      info="Only you see them. Use them to find the offer in your list."
      tags={watch('tags') ?? []}
      onChange={(tags) =>
        setValue('tags', tags, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
      }
      error={errors.tags?.message ?? errors.tags?.find?.((problem) => problem !== undefined)?.message}
    />
  )
}
