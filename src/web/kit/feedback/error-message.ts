import { ApiError } from '#foundation/http/contract/client.ts'

/** The server's own message where there is one, or that of the fields, else the caller's. */
export function errorMessage(error: unknown, fallback: string): string {
  if (error instanceof WrongFields) return error.message
  const isServers = error instanceof ApiError && error.code !== 'unreadable_answer' && error.message !== ''
  return isServers ? error.message : fallback
}

/** The first text among the errors of a field, which may have parts that are wrong each by itself. */
export function firstMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string') return error.message
  for (const [name, part] of Object.entries(error)) {
    // Beside them, the form library keeps the element, and the texts of a refusal by their paths.
    const message = name === 'ref' || name === 'types' ? undefined : firstMessage(part)
    if (message !== undefined) return message
  }
  return undefined
}

/** What an editor cannot save, by field: found before anything is sent, or said of fields that it has elsewhere. */
export class WrongFields extends Error {
  readonly errors: Readonly<Record<string, string>>

  constructor(errors: Readonly<Record<string, string>>, options?: ErrorOptions) {
    super(Object.values(errors)[0] ?? 'Check the highlighted fields', options)
    this.errors = errors
  }
}
