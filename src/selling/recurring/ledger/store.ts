import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { GoneBecause, MovementKind } from '#foundation/db/tables/recurring.ts'
import type { CyclePayment } from '../definitions/monthly-value.ts'

/** A seller's ledger, or its part about a form or price. */
export type Part = {
  readonly sellerId: string
  readonly form?: string | undefined
  readonly price?: string | undefined
}

export function isOfPart({ sellerId, form, price }: Part, table: string): RawBuilder<unknown> {
  const own = (column: string) => sql.ref(`${table}.${column}`)
  const conditions = [
    sql`${own('seller_id')} = ${sellerId}`,
    ...(form === undefined ? [] : [sql`${own('form_id')} = ${form}`]),
    ...(price === undefined ? [] : [sql`${own('price_id')} = ${price}`]),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** The sum of movements of one kind and cycle. `slot` is the number of their month, counted from 1. */
export type MovedSum = CyclePayment & {
  readonly slot: number
  readonly currency: string
  readonly kind: MovementKind
  readonly because: GoneBecause | null
  readonly heads: number
  readonly rows: number
}

/** The movements between these ordered times. */
export async function sumMovements(
  db: Kysely<Database>,
  part: Part,
  borders: readonly Date[],
): Promise<MovedSum[]> {
  const { rows } = await sql<MovedSum>`
    select width_bucket(at, ${borders}::timestamptz[]) as slot, currency, billing_period as "billingPeriod",
      billing_interval as "billingInterval", kind, because, sum(net)::bigint as net, sum(heads)::integer as heads,
      count(*)::integer as rows
    from recurring_movements
    where ${isOfPart(part, 'recurring_movements')} and at >= ${borders[0]} and at < ${borders.at(-1)}
    group by 1, currency, billing_period, billing_interval, kind, because`.execute(db)
  return rows
}

/** The movements in one month (`slot`) of the subscriptions started in another (`cohort`), both counted from 1. */
export type CohortSum = CyclePayment & {
  readonly cohort: number
  readonly slot: number
  readonly currency: string
  readonly heads: number
  /** The part of `net` from the start of these subscriptions. */
  readonly startNet: number
}

export async function sumCohorts(
  db: Kysely<Database>,
  part: Part,
  borders: readonly Date[],
): Promise<CohortSum[]> {
  // Materialized, because PostgreSQL otherwise expects many groups and sorts the rows to add them up.
  const { rows } = await sql<CohortSum>`
    with moved as materialized (
      select width_bucket(started_at, ${borders}::timestamptz[]) as cohort,
        width_bucket(at, ${borders}::timestamptz[]) as slot, currency, billing_period, billing_interval, net, heads,
        case when at = started_at and kind in ('new', 'back') then net else 0 end as start_net
      from recurring_movements
      where ${isOfPart(part, 'recurring_movements')} and started_at >= ${borders[0]}
        and at >= ${borders[0]} and at < ${borders.at(-1)}
    )
    select cohort, slot, currency, billing_period as "billingPeriod", billing_interval as "billingInterval",
      sum(net)::bigint as net, sum(heads)::integer as heads, sum(start_net)::bigint as "startNet"
    from moved group by cohort, slot, currency, billing_period, billing_interval`.execute(db)
  return rows
}

export type StartSum = {
  readonly cohort: number
  readonly currency: string
  readonly heads: number
  readonly received: number
}

export async function sumStarts(
  db: Kysely<Database>,
  part: Part,
  borders: readonly Date[],
): Promise<StartSum[]> {
  const { rows } = await sql<StartSum>`
    select width_bucket(started_at, ${borders}::timestamptz[]) as cohort, currency, count(*)::integer as heads,
      sum(received)::bigint as received
    from recurring_starts
    where ${isOfPart(part, 'recurring_starts')} and started_at >= ${borders[0]} and started_at < ${borders.at(-1)}
    group by 1, currency`.execute(db)
  return rows
}
