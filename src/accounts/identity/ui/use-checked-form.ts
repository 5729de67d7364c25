import { useRef, useState, type SubmitEvent } from 'react'
import type { z } from 'zod'
import { useOnce } from '#web/kit/browser/once.ts'
import { useFocusFirstError } from '#web/kit/form/use-focus-first-error.ts'
import { identityMessages } from '../messages.ts'
import { checkFields, isBlank, refusedFields, type FieldErrors } from './field-errors.ts'

/**
 * The way of a small form: check, then act; errors go to their fields and the focus to the first of them. What was typed
 * stays. `act` resolves to true when the page is left, so that its button stays busy until then. `tell` is told of what was
 * refused, and answers the words for what belongs to no field.
 */
export function useCheckedForm<Schema extends z.ZodType>(
  schema: Schema,
  act: (body: z.output<Schema>, form: HTMLFormElement) => Promise<boolean>,
  tell: (error: unknown) => string = () => identityMessages.other.message,
) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isBusy, setIsBusy] = useState(false)
  const once = useOnce()
  const focusFirstError = useFocusFirstError(form)

  function show(found: FieldErrors): void {
    setErrors(found)
    setIsBusy(false)
    focusFirstError()
  }

  async function submit(target: HTMLFormElement): Promise<void> {
    const values = Object.fromEntries(new FormData(target))
    const found = checkFields(schema, values)
    if (!isBlank(found)) {
      show(found)
      return
    }
    setErrors({})
    setIsBusy(true)
    try {
      if (!(await act(schema.parse(values), target))) setIsBusy(false)
    } catch (error) {
      show(refusedFields(error, tell(error)))
    }
  }

  return {
    form,
    errors,
    isBusy,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      const target = event.currentTarget
      if (!isBusy) void once(() => submit(target))
    },
  }
}
