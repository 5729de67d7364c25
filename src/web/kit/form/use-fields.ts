import { type FieldPath, type FieldValues, get, type RegisterOptions, useFormContext } from 'react-hook-form'
import { firstMessage } from '../feedback/error-message.ts'

/** The surrounding editor's fields, by name. */
export function useFields<Values extends FieldValues>() {
  const { register, control, setValue, getValues, watch, formState } = useFormContext<Values>()
  const { errors } = formState
  const errorOf = (name: FieldPath<Values>) => firstMessage(get(errors, name))
  return {
    control,
    errors,
    getValues,
    register,
    watch,
    errorOf,
    /** The props that make a plain input this field, with its error. */
    field: <Name extends FieldPath<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
      ...register(name, options),
      error: errorOf(name),
    }),
    /** Changes a field without a plain input, and validates it. */
    change: (name: Parameters<typeof setValue>[0], value: Parameters<typeof setValue>[1]) =>
      setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true }),
  }
}
