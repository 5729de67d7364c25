import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useSellerState } from '#accounts/billing/ui/seller-state.ts'
import { omitDisabledByPlan } from '#payments/pricing/sold-form.ts'
import { formCreate, type FormCreate } from '#selling/forms/contract.ts'
import { firstMessage } from '#web/kit/feedback/error-message.ts'
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

/** All values of the editor as they are typed, for what follows every keystroke. */
export function useTypedValues(): FormValues {
  const { control, getValues } = useFormFields()
  useWatch({ control })
  return getValues()
}

/** Now, in milliseconds, new every ten seconds: deadlines pass while one types. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const interval = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(interval)
  }, [])
  return now
}

/** A form's values as they sell on the seller's plan; all of them while that is not known. */
export function useSoldValues(values: FormValues): FormValues {
  const state = useSellerState(true)
  return state === undefined ? values : omitDisabledByPlan(values, state.plan)
}
