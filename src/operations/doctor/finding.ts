/**
 * A finding in a plain sentence. With `warning`, sales continue for now. With `stop`, sales are impossible or will be
 * soon. `mend` says how to fix it.
 */
export type Finding =
  | { readonly kind: 'good'; readonly text: string }
  | { readonly kind: 'warning' | 'stop'; readonly text: string; readonly mend: string }

export const good = (text: string): Finding => ({ kind: 'good', text })
export const warning = (text: string, mend: string): Finding => ({ kind: 'warning', text, mend })
export const stop = (text: string, mend: string): Finding => ({ kind: 'stop', text, mend })

/** Describes an error only by its code or name, because its message could contain secrets. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error.cause !== undefined && error.cause !== error) return reasonOf(error.cause)
  return error.name === 'TimeoutError' ? 'no response in time' : error.name
}
