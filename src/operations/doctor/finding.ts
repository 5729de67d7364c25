/**
 * What was found, in a plain sentence. `warning`: sales go on without it, for now; `stop`: nothing can be sold, or not
 * for long. How to mend it stands beside it.
 */
export type Finding =
  | { readonly kind: 'good'; readonly text: string }
  | { readonly kind: 'warning' | 'stop'; readonly text: string; readonly mend: string }

export const good = (text: string): Finding => ({ kind: 'good', text })
export const warning = (text: string, mend: string): Finding => ({ kind: 'warning', text, mend })
export const stop = (text: string, mend: string): Finding => ({ kind: 'stop', text, mend })

/** What went wrong in as few words as programs have for it: messages could hold what nobody may read. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error.cause !== undefined && error.cause !== error) return reasonOf(error.cause)
  return error.name === 'TimeoutError' ? 'no answer in time' : error.name
}
