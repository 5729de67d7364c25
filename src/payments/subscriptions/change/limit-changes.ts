import { msg } from '#foundation/language/t.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import type { Subscription } from '../store.ts'

const tooMany = msg('This subscription was changed too often today. Try again tomorrow.')

/**
 * Counts a change that sends the buyer an email and can be undone and repeated, such as a pause. A cancellation is
 * never limited, because it can only be repeated after it was undone, which is limited.
 */
export async function limitChanges(
  limiter: Limiter,
  { id }: Pick<Subscription, 'id'>,
  by: 'buyer' | 'seller',
): Promise<void> {
  const use = { rule: 'changeOfSubscription', subject: `${by} ${id}` } as const
  const counts = await limiter.count([use])
  counts.check([use], [], tooMany)
}
