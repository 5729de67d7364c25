import { AsyncLocalStorage } from 'node:async_hooks'

/** One try of a request: whether it has reached the point from which something of it may arrive. */
type Try = { isSent: boolean }

const underWay = new AsyncLocalStorage<Try>()

export function whileWatched<T>(attempt: Try, work: () => T): T {
  return underWay.run(attempt, work)
}

/** Called by the client that sends, for whichever try it belongs to. */
export function markSent(): void {
  const attempt = underWay.getStore()
  if (attempt !== undefined) attempt.isSent = true
}
