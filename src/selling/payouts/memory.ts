import type { Clock } from '#foundation/clock.ts'

/** How long an answer is good, in milliseconds, and how many are kept. */
const lifetime = 60_000
const keptAtMost = 200

/**
 * Remembers the newest answers for a minute; who asks while one is on its way waits for the same. A failure is not
 * remembered.
 */
export function createMemory<T>(clock: Clock) {
  const answers = new Map<string, { readonly until: number; readonly answer: Promise<T> }>()

  return async function remember(key: string, ask: () => Promise<T>): Promise<T> {
    const now = clock.now().getTime()
    const known = answers.get(key)
    if (known !== undefined && known.until > now) return known.answer
    const answer = ask()
    answers.delete(key)
    answers.set(key, { until: now + lifetime, answer })
    const [oldest] = answers.keys()
    if (oldest !== undefined && answers.size > keptAtMost) answers.delete(oldest)
    try {
      return await answer
    } catch (error) {
      if (answers.get(key)?.answer === answer) answers.delete(key)
      throw error
    }
  }
}
