import { type Kysely, sql } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { RecoveryKind } from '#foundation/db/tables/recoveries.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { z } from 'zod'
import type { recoverySums } from '../contract.ts'
import { effectOf, type Group } from './earned.ts'

/** The time over which the effect of the emails is measured, in seconds. It is a year, because few orders are lost. */
const measured = 365 * 24 * 60 * 60

type Asked = { readonly sellerId: string; readonly from: Date; readonly to: Date }

/**
 * A period's lost payments and their outcome, and what the emails earned in the last year. Amounts are in minor
 * units.
 */
export async function sumRecoveries(
  db: Kysely<Database>,
  { sellerId, from, to }: Asked,
  now: Date,
): Promise<z.input<typeof recoverySums>> {
  const [{ rows: kinds }, groups] = await Promise.all([
    sql<{
      kind: RecoveryKind
      currency: string
      lost: number
      lostTotal: number
      paid: number
      paidTotal: number
    }>`
      select kind, currency, count(*)::int as lost, sum(amount)::bigint as "lostTotal",
        count(*) filter (where state = 'paid')::int as paid,
        coalesce(sum(paid_amount) filter (where state = 'paid'), 0)::bigint as "paidTotal"
      from recoveries where seller_id = ${sellerId} and created_at >= ${from} and created_at < ${to}
      group by kind, currency order by kind, currency`.execute(db),
    groupsSince(db, sellerId, secondsAfter(now, -measured)),
  ])
  return { kinds, ...earnedOf(groups) }
}

type GroupRow = Group & { readonly currency: string; readonly isHeldOut: boolean; readonly total: number }

/** Lost payments that were due for an email: those that got one, and those that did not. */
async function groupsSince(db: Kysely<Database>, sellerId: string, since: Date): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select currency, hold_out as "isHeldOut", count(*)::int as "all",
      count(*) filter (where state = 'paid')::int as paid,
      coalesce(sum(paid_amount) filter (where state = 'paid'), 0)::bigint as total
    from recoveries where seller_id = ${sellerId} and created_at >= ${since} and tried_at is not null
    group by currency, hold_out order by currency`.execute(db)
  return rows
}

/**
 * The revenue in a currency is the effect across all buyers, times the number of buyers with an email, times their
 * average payment.
 */
export function earnedOf(
  groups: readonly GroupRow[],
): Pick<z.input<typeof recoverySums>, 'earned' | 'measured'> {
  const sumOf = (isHeldOut: boolean): Group =>
    groups
      .filter((group) => group.isHeldOut === isHeldOut)
      .reduce((sum, { all, paid }) => ({ all: sum.all + all, paid: sum.paid + paid }), { all: 0, paid: 0 })
  const [mailed, heldOut] = [sumOf(false), sumOf(true)]
  const effect = effectOf(mailed, heldOut)
  if (effect === null) return { earned: null, measured: mailed.all + heldOut.all }
  const earned = groups
    .filter(({ isHeldOut, paid }) => !isHeldOut && paid > 0)
    .map(({ currency, all, paid, total }) => {
      const worth = (all * total) / paid
      const money = (share: number) => Math.round(share * worth)
      return { currency, amount: money(effect.share), from: money(effect.from), to: money(effect.to) }
    })
  return { earned, measured: mailed.all + heldOut.all }
}
