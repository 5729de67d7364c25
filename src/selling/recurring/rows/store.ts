import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { GoneBecause, MovementKind } from '#foundation/db/tables/recurring.ts'
import type { CyclePayment } from '../definitions/monthly-value.ts'
import type { SoughtKind } from '../contract.ts'
import { isOfPart, type Part } from '../ledger/store.ts'
import type { Month } from '../months.ts'

type Rows = { readonly limit: number; readonly offset: number }

/** The movements of a month in a currency. */
export type SoughtMovements = Part &
  Month & {
    readonly currency: string
    readonly kind?: SoughtKind | undefined
    readonly because?: GoneBecause | undefined
  }

export type StoredMovement = CyclePayment & {
  readonly id: number
  readonly orderId: string
  readonly at: Date
  readonly kind: MovementKind
  readonly because: GoneBecause | null
  readonly name: string
  readonly email: string
  readonly formTitle: string
  readonly currency: string
}

/** Newest first. */
export async function listMovements(
  db: Kysely<Database>,
  sought: SoughtMovements,
  { limit, offset }: Rows,
): Promise<StoredMovement[]> {
  const { currency, kind, because, begins, ends } = sought
  const { rows } = await sql<StoredMovement>`
    select moved.id, moved.order_id as "orderId", moved.at, moved.kind, moved.because, moved.net, moved.currency,
      moved.billing_period as "billingPeriod", moved.billing_interval as "billingInterval", orders.name, orders.email,
      coalesce(forms.title, '') as "formTitle"
    from (
      select * from recurring_movements
      where ${isOfPart(sought, 'recurring_movements')} and at >= ${begins} and at < ${ends} and currency = ${currency}
        and ${kind === undefined ? sql`true` : isOfKind(kind)}
        and ${because === undefined ? sql`true` : sql`because = ${because}`}
      order by at desc, id desc limit ${limit} offset ${offset}
    ) moved
    join purchases_view as orders on orders.id = moved.order_id
    left join forms_view as forms on forms.id = moved.form_id
    order by moved.at desc, moved.id desc`.execute(db)
  return rows
}

function isOfKind(kind: SoughtKind): RawBuilder<unknown> {
  return kind === 'started' ? sql`kind in ('new', 'back') and at = started_at` : sql`kind = ${kind}`
}

/** The subscriptions in a currency that count at the end of a month. */
export type SoughtCounted = Part & Month & { readonly currency: string }

export type StoredCounted = CyclePayment & {
  readonly orderId: string
  readonly startedAt: Date
  readonly name: string
  readonly email: string
  readonly formTitle: string
  readonly currency: string
}

/** Newest first. Each subscription is looked up in the ledger separately, so a page reads no more than its own rows. */
export async function listCounted(
  db: Kysely<Database>,
  sought: SoughtCounted,
  { limit, offset }: Rows,
  after?: Pick<StoredCounted, 'startedAt' | 'orderId'>,
): Promise<StoredCounted[]> {
  const { rows } = await sql<StoredCounted>`
    select counted.order_id as "orderId", counted.started_at as "startedAt", counted.net, counted.currency,
      counted.billing_period as "billingPeriod", counted.billing_interval as "billingInterval", orders.name, orders.email,
      coalesce(forms.title, '') as "formTitle"
    from (
      select starts.order_id, form_id, started_at, currency, net, billing_period, billing_interval
      from recurring_starts starts cross join lateral (
        select sum(net)::bigint as net, min(billing_period) as billing_period, min(billing_interval) as billing_interval
        from recurring_movements moved where moved.order_id = starts.order_id and at < ${sought.ends}
        having sum(heads) > 0
      ) own
      where ${isOfPart(sought, 'starts')} and started_at < ${sought.ends} and currency = ${sought.currency}
        and ${after === undefined ? sql`true` : sql`(started_at, starts.order_id) < (${after.startedAt}, ${after.orderId})`}
      order by started_at desc, starts.order_id desc limit ${limit} offset ${offset}
    ) counted
    join purchases_view as orders on orders.id = counted.order_id
    left join forms_view as forms on forms.id = counted.form_id
    order by counted.started_at desc, counted.order_id desc`.execute(db)
  return rows
}
