import { z } from 'zod'
import { secondsAfter } from '#foundation/time/clock.ts'
import { isId } from '#foundation/db/new-id.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { listOpenDifferences, settleDifference } from '#payments/purchases/records/book-differences.ts'
import { listUnsettledPurchases } from '#payments/purchases/records/find-purchase.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { reconcileAccounts, lastComparison } from './reconcile-accounts.ts'
import type { reconciliationContract } from './contract.ts'

const shown = 100
/** After how many seconds an unsettled charge counts as stuck. Charges settle within seconds. */
const stuckAfter = 10 * 60
/**
 * After how many seconds an unauthenticated purchase counts as stuck. Buyers have an hour to authenticate before it is
 * closed. The limit for other charges is added to that.
 */
const abandonedAfter = 60 * 60 + stuckAfter

export function reconciliationHandlers(services: PaymentServices): Handlers<typeof reconciliationContract> {
  const { db, clock, log } = services
  return {
    async readReconciliation({ reply }) {
      reply.header('cache-control', 'no-store')
      const now = clock.now()
      const times = {
        now,
        stuck: secondsAfter(now, -stuckAfter),
        abandoned: secondsAfter(now, -abandonedAfter),
      }
      const [differences, purchases, comparedAt] = await Promise.all([
        listOpenDifferences(db, shown + 1),
        listUnsettledPurchases(db, times, shown + 1),
        lastComparison(db),
      ])
      return {
        differences: firstOf(
          differences.map(({ details, foundAt, ...row }) => ({
            ...row,
            ...amountsIn(details),
            foundAt: foundAt.toISOString(),
          })),
        ),
        unsettledPurchases: firstOf(
          purchases.map((row) => ({
            ...row,
            createdAt: row.createdAt.toISOString(),
            nextCheckAt: row.nextCheckAt?.toISOString() ?? null,
          })),
        ),
        comparedAt: comparedAt?.toISOString() ?? null,
      }
    },

    async reconcileAccounts({ caller }) {
      log.info({ user: caller.userId }, 'reconciliation asked for')
      return { found: (await reconcileAccounts(services)).length }
    },

    async settleDifference({ caller, params, body }) {
      const { userId } = caller
      const isThere =
        isId(params.id) &&
        (await settleDifference(db, params.id, { userId, note: body.note, at: clock.now() }))
      if (!isThere) throw new NotFound()
      log.info({ difference: params.id, user: userId }, 'book difference settled')
      return { id: params.id }
    },
  }
}

function firstOf<Row>(rows: Row[]) {
  return { data: rows.slice(0, shown), hasMore: rows.length > shown }
}

const total = z.object({ total: z.number(), currency: z.string() })
const charge = z.object({ amount: z.number(), currency: z.string() })
const recorded = z.union([
  z.object({ purchase: total, charge }),
  charge.transform((found) => ({ purchase: null, charge: found })),
  total.transform((found) => ({ purchase: found, charge: null })),
])

function amountsIn(details: unknown) {
  const { purchase, charge: taken } = recorded.parse(details)
  return {
    expected: purchase,
    charged: taken === null ? null : { total: taken.amount, currency: taken.currency },
  }
}
