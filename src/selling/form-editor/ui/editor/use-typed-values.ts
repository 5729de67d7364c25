import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { FormValues } from './form-values.ts'
import { useFormFields } from './use-form-fields.ts'

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
