import { useFormContext } from 'react-hook-form'

/**
 * The field `image` of an editor, for its `PictureUpload`. A picture that is taken off is missed when the form is sent
 * or the field is left, not at once.
 */
export function usePictureField() {
  const { setValue, getFieldState, trigger, watch, formState } = useFormContext<{ image: string | null }>()
  return {
    fills: 'image',
    value: watch('image') ?? null,
    onChange: (address: string | null) =>
      setValue('image', address ?? '', {
        shouldDirty: true,
        shouldTouch: true,
        shouldValidate: address !== null || formState.isSubmitted,
      }),
    onLeave: () => {
      if (getFieldState('image').isTouched) void trigger('image')
    },
    error: formState.errors.image?.message,
  }
}
