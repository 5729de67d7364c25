import { AsyncLocalStorage } from 'node:async_hooks'

/** A single attempt at a request, and whether enough of it was sent that it may arrive. */
type Try = { isSent: boolean }

const underWay = new AsyncLocalStorage<Try>()

export function whileWatched<T>(attempt: Try, work: () => T): T {
  return underWay.run(attempt, work)
}

/** Called by the HTTP client when it sends the current attempt. */
export function markSent(): void {
  const attempt = underWay.getStore()
  if (attempt !== undefined) attempt.isSent = true
}
