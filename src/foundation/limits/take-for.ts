import { Overloaded } from '#foundation/failures/failure.ts'
import type { Limiter, Use } from './limiter.ts'

/** Counts uses and then does the work. If there was no turn for it, nothing was done and no uses are counted. */
export async function takeFor<Result>(
  limiter: Limiter,
  uses: readonly Use[],
  work: () => Promise<Result>,
): Promise<Result> {
  await limiter.take(uses)
  return giveBackOnOverload(limiter, uses, work)
}

/** Does the work after its uses were already counted. If there was no turn for it, they are taken back. */
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
