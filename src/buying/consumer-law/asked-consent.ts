import type { EarlyStart, Sells } from '#foundation/db/tables/consumer-law.ts'

/** What can begin early, of what a seller sells; null: nothing of it can. */
export function earlyStartOf(sells: Sells): EarlyStart | null {
  return sells === 'digital' || sells === 'service' ? sells : null
}
