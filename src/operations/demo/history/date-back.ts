import { sql, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** From a real time on, until the next moment, the history was at another; Unix milliseconds. */
export type Moment = { readonly real: number; readonly past: number }

/** What the database dates itself as it is stored. */
const dated = [
  ['sellers', 'created_at'],
  ['sellers', 'updated_at'],
  ['members', 'created_at'],
  ['forms', 'created_at'],
  ['forms', 'updated_at'],
  ['coupons', 'created_at'],
  ['coupons', 'updated_at'],
  ['coupon_codes', 'created_at'],
  ['redemptions', 'created_at'],
  ['redemptions', 'updated_at'],
  ['purchase_transitions', 'at'],
  ['mails', 'created_at'],
] as const

/** How far the database's clock is ahead of ours, in milliseconds: nothing where an answer's way explains it. */
export async function clockDifference(db: Kysely<Database>): Promise<number> {
  const asked = Date.now()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const answered = Date.now()
  const told = rows[0]?.now.getTime() ?? asked
  if (told < asked - 1) return told - asked
  return told > answered + 1 ? told - answered : 0
}

/**
 * Moves what was dated while the history was made to the times at which it happened: within the minute of its moment, since
 * what a killed process left has none of its own and is of the first.
 */
export async function dateBack(db: Kysely<Database>, moments: readonly Moment[]): Promise<void> {
  const spans = moments.map(({ real, past }, index) => ({
    real: new Date(index === 0 ? 0 : real),
    past: new Date(past),
    until: new Date(moments[index + 1]?.real ?? Number.MAX_SAFE_INTEGER / 1000),
  }))
  for (const [table, column] of dated) {
    const at = sql.ref(`stored.${column}`)
    await sql`
      update ${sql.table(table)} as stored set ${sql.ref(column)} = span.past + least(${at} - span.real, interval '1 minute')
      from json_to_recordset(${JSON.stringify(spans)}::json)
        as span (real timestamptz, past timestamptz, until timestamptz)
      where ${at} >= span.real and ${at} < span.until`.execute(db)
  }
}
