import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { firstMessage } from '#web/kit/feedback/error-message.ts'
import { formCreate, type FormCreate } from '#selling/forms/contract.ts'
import type { FormValues } from './form-values.ts'

/** The editor's form, for its sections. */
export function useFormFields() {
  const { register, control, setValue, getValues, watch, formState } = useFormContext<
    FormValues,
    unknown,
    FormCreate
  >()
  const { errors } = formState
  return {
    register,
    control,
    getValues,
    watch,
    /** Changes a field that is no plain input, and checks it when it was checked before. */
    change: (name: Parameters<typeof setValue>[0], value: Parameters<typeof setValue>[1]) =>
      setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true }),
    /** Changes several fields that belong together. */
    changeAll: (changes: Partial<FormValues>) => {
      for (const name of z.keyof(formCreate).options) {
        const value = changes[name]
        if (value === undefined) continue
        setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
      }
    },
    errorOf: (name: keyof FormValues): string | undefined => firstMessage(errors[name]),
    /** What a refused save said of the parts of a field, each by its whole path. */
    refusedPaths: (name: keyof FormValues): Readonly<Record<string, unknown>> => errors[name]?.types ?? {},
  }
}
