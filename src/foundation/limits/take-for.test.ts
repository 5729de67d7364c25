import { expect, test } from 'vitest'
import { NotFound, Overloaded } from '#foundation/failures/failure.ts'
import { startTestApp } from '#test-app.ts'
import { takeFor } from './take-for.ts'

// Proves sign-in-locks.
test('only work that got its turn counts toward the limit, even if it fails', async () => {
  const app = await startTestApp({ config: { areRatesLimited: true } })
  try {
    const { limiter } = app.services
    const use = { rule: 'proofOfAccount', subject: 'ada' } as const
    const count = async () => (await limiter.count([], [use])).of(use)?.count ?? 0

    expect(await takeFor(limiter, [use], () => Promise.resolve('done'))).toBe('done')
    expect(await count()).toBe(1)
    await expect(takeFor(limiter, [use], () => Promise.reject(new NotFound()))).rejects.toThrow(NotFound)
    expect(await count()).toBe(2)
    await expect(takeFor(limiter, [use], () => Promise.reject(new Overloaded()))).rejects.toThrow(Overloaded)
    expect(await count()).toBe(2)
  } finally {
    await app.close()
  }
})
