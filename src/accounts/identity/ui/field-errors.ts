import { z } from 'zod'
import { ApiError } from '#foundation/http/contract/client.ts'
import { identityMessages } from '../messages.ts'

/** Messages by field; `server` is the whole form's. */
export type FieldErrors = Partial<Record<z.output<typeof fieldName> | 'server', string>>

const fieldName = z.enum([
  'name',
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
])
const refusal = z.enum([
  'user-not-found',
  'wrong-password',
  'invalid-email',
  'weak-password',
  'email-already-in-use',
])

/** What is wrong with the typed values, in the words that the server would use. */
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

/** Something that the browser itself found wrong while it was under way. */
export class FieldProblem extends Error {
  readonly fields: FieldErrors

  constructor(fields: FieldErrors) {
    super('A field is invalid')
    this.fields = fields
  }
}

/** Where the message of a failure belongs; `other` are the words for what belongs to no field. */
export function refusedFields(error: unknown, other: string = identityMessages.other.message): FieldErrors {
  if (error instanceof FieldProblem) return error.fields
  if (!(error instanceof ApiError)) return { server: other }
  const code = refusal.safeParse(error.code)
  if (code.success) {
    const { field, message } = identityMessages[code.data]
    return { [field]: message }
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

export function isBlank(errors: FieldErrors): boolean {
  return Object.keys(errors).length === 0
}
