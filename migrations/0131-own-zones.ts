import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Whether a member chose their zone; else their shop's counts. Until now it was kept unasked with whatever they chose: the
 * page has always given all kinds beside it, a link in a mail some, and another zone than what is kept unasked was chosen.
 */
export const ownZones: Migration = {
  async up(db) {
    await sql`alter table notice_readers add column has_own_zone boolean not null default false`.execute(db)
    await sql`
      update notice_readers set has_own_zone = true
      from members join sellers on sellers.id = members.seller_id
      where members.user_id = notice_readers.user_id and (
        notice_readers.hows ?& array['sale', 'refund', 'dispute', 'renewal_failed', 'cancellation']
        or notice_readers.zone not in ('UTC', coalesce(sellers.time_zone, 'UTC'))
      )`.execute(db)
  },
}
