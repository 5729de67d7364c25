import { useRef, useState, type SubmitEvent } from 'react'
import type { z } from 'zod'
import type { Session } from '#identity/contract.ts'
import { useFocusFirstError } from '#shell/use-focus-first-error.ts'
import { continueAfterSignIn } from './after-sign-in.ts'
import { checkFields, isBlank, refusedFields, type FieldErrors } from './field-errors.ts'

/**
 * The way of a sign-in or sign-up form: check, send, then leave; errors go to their fields and the focus to the first
 * of them. What was typed stays.
 */
export function useIdentityForm<Schema extends z.ZodType>(
  schema: Schema,
  send: (body: z.output<Schema>) => Promise<Session>,
) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isBusy, setIsBusy] = useState(false)
  const focusFirstError = useFocusFirstError(form)

  function show(found: FieldErrors): void {
    setErrors(found)
    setIsBusy(false)
    focusFirstError()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    const values = Object.fromEntries(new FormData(event.currentTarget))
    const found = checkFields(schema, values)
    if (!isBlank(found)) {
      show(found)
      return
    }
    setErrors({})
    setIsBusy(true)
    try {
      await continueAfterSignIn(await send(schema.parse(values)))
    } catch (error) {
      show(refusedFields(error))
    }
  }

  return { form, errors, isBusy, onSubmit: (event: SubmitEvent<HTMLFormElement>) => void submit(event) }
}
