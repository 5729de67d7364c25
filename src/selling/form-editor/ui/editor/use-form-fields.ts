import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useSellerState } from '#accounts/billing/ui/seller-state.ts'
import { omitDisabledByPlan } from '#payments/pricing/sold-form.ts'
import { formCreate } from '#selling/forms/contract.ts'
import { useFields } from '#web/kit/form/use-fields.ts'
import type { FormValues } from './form-values.ts'

export function useFormFields() {
  const fields = useFields<FormValues>()
  return {
    ...fields,
    /** Changes several fields that belong together. */
    changeAll: (changes: Partial<FormValues>) => {
      for (const name of z.keyof(formCreate).options) {
        const value = changes[name]
        if (value !== undefined) fields.change(name, value)
      }
    },
    /** A rejected save's errors within a field, by full path. */
    rejectedPaths: (name: keyof FormValues): Readonly<Record<string, unknown>> =>
      fields.errors[name]?.types ?? {},
  }
}

/** All values of the editor as typed, updated with every keystroke. */
export function useTypedValues(): FormValues {
  const { control, getValues } = useFormFields()
  useWatch({ control })
  return getValues()
}

/** The current time in milliseconds, updated every ten seconds, because deadlines pass while the seller types. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const interval = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(interval)
  }, [])
  return now
}

/** The form's values that the seller's plan includes, or all of them while the plan is unknown. */
export function useSoldValues(values: FormValues): FormValues {
  const state = useSellerState(true)
  return state === undefined ? values : omitDisabledByPlan(values, state.plan)
}
