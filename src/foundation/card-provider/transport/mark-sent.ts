import { AsyncLocalStorage } from 'node:async_hooks'

/** One try of a request: whether it has reached the point after which it may arrive. */
type Try = { isSent: boolean }

const underWay = new AsyncLocalStorage<Try>()

export function whileWatched<T>(attempt: Try, work: () => T): T {
  return underWay.run(attempt, work)
}

/** Called by the sending client, for the current try. */
export function markSent(): void {
  const attempt = underWay.getStore()
  if (attempt !== undefined) attempt.isSent = true
}
