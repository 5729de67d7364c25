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
