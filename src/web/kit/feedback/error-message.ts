import { t } from '#foundation/language/t.ts'
import { ApiError } from '#foundation/http/contract/client.ts'

/** The server's own message if there is one, or the fields' messages, or else the caller's text. */
export function errorMessage(error: unknown, fallback: string): string {
  if (error instanceof WrongFields) return error.message
  const isServers = error instanceof ApiError && error.code !== 'unreadable_answer' && error.message !== ''
  return isServers ? error.message : fallback
}

/** The first message among a field's errors. Each part of the field can be invalid. */
export function firstMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string') return error.message
  for (const [name, part] of Object.entries(error)) {
    // The form library also stores the element here, and a failure's messages by path.
    const message = name === 'ref' || name === 'types' ? undefined : firstMessage(part)
    if (message !== undefined) return message
  }
  return undefined
}

/** The errors that prevent an editor from saving, by field: found before sending, or reported for fields elsewhere. */
export class WrongFields extends Error {
  readonly errors: Readonly<Record<string, string>>

  constructor(errors: Readonly<Record<string, string>>, options?: ErrorOptions) {
    super(Object.values(errors)[0] ?? t('Check the highlighted fields'), options)
    this.errors = errors
  }
}
