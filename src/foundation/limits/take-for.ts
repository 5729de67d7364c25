import { Overloaded } from '#foundation/failures/failure.ts'
import type { Limiter, Use } from './limiter.ts'

/** Counts uses and then does the work. If the work got no turn, no uses are counted. */
export async function takeFor<Result>(
  limiter: Limiter,
  uses: readonly Use[],
  work: () => Promise<Result>,
): Promise<Result> {
  await limiter.take(uses)
  return giveBackOnOverload(limiter, uses, work)
}

/** Does work whose uses are already counted. If it gets no turn, they are uncounted. */
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
