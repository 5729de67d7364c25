import { Overloaded } from '#foundation/failures/failure.ts'
import type { Limiter, Use } from './limiter.ts'

/** Counts uses and does the work. If there was no turn, nothing was done and nothing is used up. */
export async function takeFor<Result>(
  limiter: Limiter,
  uses: readonly Use[],
  work: () => Promise<Result>,
): Promise<Result> {
  await limiter.take(uses)
  return giveBackOnOverload(limiter, uses, work)
}

/** The same for uses already counted. */
export async function giveBackOnOverload<Result>(
  limiter: Limiter,
  uses: readonly Use[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Overloaded) await limiter.giveBack(uses)
    throw error
  }
}
