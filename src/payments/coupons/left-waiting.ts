import { sql, type RawBuilder } from 'kysely'

/** For how long what a bank was asked for in vain counts against whoever left it, in seconds. */
const rememberedFor = 24 * 60 * 60

/** A bank that says no within this time was answered by its buyer, in seconds. */
const answeredWithin = 5 * 60

/** Whether a bank was asked for a purchase of the last day in vain: its buyer gave it up, or left it for minutes. */
export function leftWaiting(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(
    purchases.updated_at > ${now}::timestamptz - make_interval(secs => ${sql.lit(rememberedFor)})
    and (purchases.status = 'canceled' or purchases.status = 'failed'
      and purchases.updated_at > purchases.created_at + make_interval(secs => ${sql.lit(answeredWithin)})))`
}
