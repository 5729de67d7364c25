import { sql, type Kysely, type RawBuilder } from 'kysely'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { StoredEvent } from './store.ts'

/** The account that had the last turn. The next claim begins with the one after it. */
export type Turn = { after: string }

/** How long a process owns an event, in seconds. After that, for example after a kill, it is due again. */
const lease = 60

/**
 * An event's account, as `webhook_events_of_account` sorts it. No Stripe account has the name used for the platform.
 */
const account = sql`coalesce(stripe_account_id, 'platform')`

/** The next account with waiting events, even if none is due. */
function accountAfter(before: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`(
    select ${account} as account, next_attempt_at <= ${now} as is_due from webhook_events
    where next_attempt_at is not null and ${account} > ${before} order by ${account}, next_attempt_at limit 1
  )`
}

type Claimed = StoredEvent & { readonly place: number; readonly rank: number }

/**
 * Claims due events: one of each account, then a second of each and so on, starting with the account after the one
 * served last. So an account with thousands of events delays the others by only one batch. The index is read once for
 * each account with waiting events and for each claimed event, even if thousands are waiting.
 */
export async function claimEvents(
  db: Kysely<Database>,
  now: Date,
  limit: number,
  turn: Turn,
): Promise<StoredEvent[]> {
  const { rows } = await sql<Claimed>`
    with recursive later as (
      ${accountAfter(sql`${turn.after}`, now)}
      union all
      select next.* from later cross join lateral ${accountAfter(sql`later.account`, now)} as next
    ), earlier as (
      select * from ${accountAfter(sql`''`, now)} as first where account <= ${turn.after}
      union all
      select next.* from earlier cross join lateral ${accountAfter(sql`earlier.account`, now)} as next
      where next.account <= ${turn.after}
    ), turns as (
      select account, row_number() over ()::integer as place from (
        select account from later where is_due union all select account from earlier where is_due
      ) as due limit ${limit}
    ), chosen as (
      select id, place, rank from turns cross join lateral (
        select id, row_number() over (order by next_attempt_at, id)::integer as rank from webhook_events
        where ${account} = turns.account and next_attempt_at <= ${now} order by next_attempt_at, id limit ${limit}
      ) as own
      order by rank, place limit ${limit}
    ), taken as materialized (
      select events.id, place, rank from chosen join webhook_events as events using (id)
      where next_attempt_at <= ${now} for update of events skip locked
    )
    update webhook_events set next_attempt_at = ${secondsAfter(now, lease)}, attempts = attempts + 1
    from taken where webhook_events.id = taken.id
    returning webhook_events.*, taken.place, taken.rank`.execute(db)
  const claimed = rows.toSorted((a, b) => a.rank - b.rank || a.place - b.place)
  const last = claimed.findLast(({ rank }) => rank === 1)
  if (last !== undefined) turn.after = last.stripeAccountId ?? 'platform'
  return claimed
}
