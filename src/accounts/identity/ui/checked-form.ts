import { type SubmitEvent, useRef, useState } from 'react'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { useOnce } from '#web/kit/browser/once.ts'
import { useFocusFirstError } from '#web/kit/form/use-focus-first-error.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { identityMessages } from '../messages.ts'

/**
 * Runs a small form: checks the values, then calls `act`. Errors appear next to their fields, and the first one gets
 * the focus. Typed values stay. `act` resolves to true if the page is about to change, so that the button stays busy
 * until then. `tell` receives each error, and returns the text for an error that belongs to no field.
 */
export function useCheckedForm<Schema extends z.ZodType>(
  schema: Schema,
  act: (body: z.output<Schema>, form: HTMLFormElement) => Promise<boolean>,
  tell: (error: unknown) => string = () => identityMessages.other.message(),
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

/** Error messages by field. `server` is for the whole form. */
type FieldErrors = Partial<Record<z.output<typeof fieldName> | 'server', string>>

const fieldName = z.enum([
  'name',
  'shopName',
  'firstname',
  'lastName',
  'code',
  'email',
  'password',
  'currentPassword',
  'newPassword',
  'subject',
  'message',
  'plan',
  'card',
  'token',
  'addressLine1',
  'addressLine2',
  'postalCode',
  'city',
  'country',
  'taxNumber',
  'note',
  'logo',
  'wideLogo',
  'contactEmail',
  'termsUrl',
  'website',
  'brandColor',
  'font',
  'timeZone',
  'embedHosts',
  'pattern',
  'next',
  'creditPattern',
  'creditNext',
  'digits',
])
const refusal = z.enum([
  'user-not-found',
  'wrong-password',
  'invalid-email',
  'weak-password',
  'email-already-in-use',
])

/** The errors in the typed values, with the same messages as on the server. */
export function checkFields(schema: z.ZodType, values: unknown): FieldErrors {
  const result = schema.safeParse(values)
  if (result.success) return {}
  const errors: FieldErrors = {}
  for (const issue of result.error.issues) {
    const field = fieldName.safeParse(issue.path[0])
    if (field.success) errors[field.data] ??= issue.message
  }
  return errors
}

/** An error that the browser itself found. */
export class FieldProblem extends Error {
  readonly fields: FieldErrors

  constructor(fields: FieldErrors) {
    super(t('A field is invalid'))
    this.fields = fields
  }
}

/** Where an error's message appears. `other` is the text for an error that belongs to no field. */
export function refusedFields(error: unknown, other: string = identityMessages.other.message()): FieldErrors {
  if (error instanceof FieldProblem) return error.fields
  if (!(error instanceof ApiError)) return { server: other }
  // Asking for the second factor's code is not an error to show.
  if (error.code === 'code-required') return {}
  const code = refusal.safeParse(error.code)
  if (code.success) {
    const { field, message } = identityMessages[code.data]
    return { [field]: message() }
  }
  if ([403, 409, 410, 428, 429].includes(error.status)) return { server: error.message }
  const errors: FieldErrors = {}
  for (const [path, message] of Object.entries(error.errors)) {
    const field = fieldName.safeParse(path)
    if (field.success) errors[field.data] = message
    else errors.server = message
  }
  return Object.keys(errors).length > 0 ? errors : { server: other }
}

function isBlank(errors: FieldErrors): boolean {
  return Object.keys(errors).length === 0
}
