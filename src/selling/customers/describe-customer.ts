import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Database } from '#foundation/db/schema.ts'
import { describeSubscription } from '#payments/subscriptions/describe-subscription.ts'
import { listSubscriptionsOf } from '#payments/subscriptions/find-subscription.ts'
import type { customer, customerDetail } from './contract.ts'
import { undoableUntil } from './merge-customers.ts'
import { listMerged, listTwins, type CustomerRow } from './store.ts'
import { readTimeline } from './timeline/read-timeline.ts'

export function describeCustomer(row: CustomerRow): z.input<typeof customer> {
  const { firstPaidAt, lastPaidAt } = row
  return { ...row, firstPaidAt: firstPaidAt.toISOString(), lastPaidAt: lastPaidAt?.toISOString() ?? null }
}

/** A customer with everything that happened, of the timeline `limit` entries at most. */
export async function describeRecord(
  db: Kysely<Database>,
  row: CustomerRow,
  now: Date,
  limit: number,
): Promise<z.input<typeof customerDetail>> {
  const [subscriptions, timeline, merged, twins] = await Promise.all([
    listSubscriptionsOf(db, row),
    readTimeline(db, row, limit),
    listMerged(db, row.id),
    listTwins(db, row),
  ])
  return {
    ...describeCustomer(row),
    subscriptions: subscriptions.map((subscription) => ({
      orderId: subscription.orderId,
      subscription: describeSubscription(subscription, now),
    })),
    timeline: timeline.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
    merged: merged.map(({ mergedAt, email, ...gone }) => {
      const until = undoableUntil(mergedAt)
      return {
        ...gone,
        email: email ?? '',
        mergedAt: mergedAt.toISOString(),
        undoableUntil: until > now ? until.toISOString() : null,
      }
    }),
    twins: twins.map((twin) => ({ ...twin, email: twin.email ?? '' })),
  }
}
