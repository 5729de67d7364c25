import { type FieldPath, type FieldValues, get, type RegisterOptions, useFormContext } from 'react-hook-form'
import { firstMessage } from '../feedback/error-message.ts'

/** The fields of the editor around this component, by name. */
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
    /** The props that make an input this field, with its error. */
    field: <Name extends FieldPath<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
      ...register(name, options),
      error: errorOf(name),
    }),
    /** Changes a field that has no ordinary input, and validates it. */
    change: (name: Parameters<typeof setValue>[0], value: Parameters<typeof setValue>[1]) =>
      setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true }),
  }
}
