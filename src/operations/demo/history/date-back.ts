import { sql, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

const minute = 60_000

/** The real time at which the demo's history was at `past`, both in Unix milliseconds. */
type Moment = { readonly real: number; readonly past: number }

/** Backdates rows in the database while the demo's history is created. */
export type Dating = {
  /** From now on, stored rows get this time, in Unix milliseconds. */
  readonly turnTo: (past: number) => void
  /** Backdates the rows stored since the last call. If the process is killed, only those rows keep their real dates. */
  readonly settle: () => Promise<void>
}

/** `from` is where an earlier process stopped, in Unix milliseconds. That process had not yet backdated later rows. */
export async function beginDating(db: Kysely<Database>, from: number): Promise<Dating> {
  const ahead = await clockDifference(db)
  let moments: readonly Moment[] = []
  return {
    turnTo(past) {
      const real = moments.length === 0 ? from + minute : Date.now() + ahead
      moments = [...moments, { real, past }]
    },
    async settle() {
      await dateBack(db, moments)
      moments = moments.slice(-1)
    },
  }
}

/** Columns that the database itself sets. */
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

/** How far the database's clock is ahead of ours, in milliseconds, or 0 if the round trip explains the difference. */
async function clockDifference(db: Kysely<Database>): Promise<number> {
  const asked = Date.now()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const answered = Date.now()
  const told = rows[0]?.now.getTime() ?? asked
  if (told < asked - 1) return told - asked
  return told > answered + 1 ? told - answered : 0
}

/** Changes the rows' times to when they happened in the demo's history, to within a minute. */
async function dateBack(db: Kysely<Database>, moments: readonly Moment[]): Promise<void> {
  const spans = moments.map(({ real, past }, index) => ({
    real: new Date(real),
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
