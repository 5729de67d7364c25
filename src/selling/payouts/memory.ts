import { boundedCache, roughSize } from '#foundation/values/bounded-cache.ts'
import type { Clock } from '#foundation/time/clock.ts'

/** How long an answer is good, in milliseconds, and what all of them may take, in bytes. */
const lifetime = 60_000
const room = 8 * 1024 * 1024
/** What one takes that is on its way. */
const sizeBefore = 1_000

/**
 * Caches the newest answers for a minute; who asks while one is on its way waits for the same. A failure is not
 * remembered.
 */
export function createMemory<T>(clock: Clock) {
  const answers = boundedCache<string, { readonly until: number; readonly answer: Promise<T> }>({
    bytes: room,
    lifetime,
  })

  return async function remember(key: string, ask: () => Promise<T>): Promise<T> {
    const now = clock.now().getTime()
    const known = answers.get(key)
    if (known !== undefined && known.until > now) return known.answer
    const answer = ask()
    const cached = { until: now + lifetime, answer }
    answers.set(key, cached, { size: sizeBefore })
    try {
      const answered = await answer
      if (answers.peek(key) === cached) answers.set(key, cached, { size: sizeBefore + roughSize(answered) })
      return answered
    } catch (error) {
      if (answers.peek(key) === cached) answers.delete(key)
      throw error
    }
  }
}
