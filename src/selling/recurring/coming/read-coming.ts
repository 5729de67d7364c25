import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { readAhead, type AheadOfOrder } from '#payments/subscriptions/ahead/read-ahead.ts'
import { aheadKinds, type AheadKind } from '#payments/subscriptions/ahead/ahead-kinds.ts'
import type { AheadRow, Coming } from '../contract.ts'
import type { Part } from '../ledger/store.ts'

const [day, weeks] = [86_400_000, 13]

type Sum = { total: number; count: number }
type Sums = { readonly weeks: readonly Sum[]; readonly kinds: Map<AheadKind, Sum> }

/** The payments and ends of the next 13 weeks, by currency, week and kind. The currency with the most is first. */
export async function readComing(db: Kysely<Database>, part: Part, now: Date): Promise<Coming> {
  const byCurrency = new Map<string, Sums>()
  for await (const one of readAhead(db, part, now, endOf(now))) {
    const found: Sums = byCurrency.get(one.currency) ?? { weeks: emptyWeeks(), kinds: new Map() }
    byCurrency.set(one.currency, found)
    const kind = found.kinds.get(one.kind) ?? { total: 0, count: 0 }
    found.kinds.set(one.kind, kind)
    const week = found.weeks[weekOf(one, now)]
    for (const sum of [kind, ...(week === undefined || one.kind === 'end' ? [] : [week])]) {
      sum.total += one.total
      sum.count += 1
    }
  }
  const currencies = [...byCurrency].map(([currency, found]) => ({
    currency,
    weeks: [...found.weeks],
    total: found.weeks.reduce((sum, { total }) => sum + total, 0),
    count: found.weeks.reduce((sum, { count }) => sum + count, 0),
    kinds: aheadKinds.flatMap((kind) => {
      const sum = found.kinds.get(kind)
      return sum === undefined ? [] : [{ kind, ...sum }]
    }),
  }))
  return {
    weeks: Array.from({ length: weeks }, (_, week) => new Date(now.getTime() + week * 7 * day).toISOString()),
    currencies: currencies.toSorted((one, other) => other.count - one.count),
  }
}

function emptyWeeks(): Sum[] {
  return Array.from({ length: weeks }, () => ({ total: 0, count: 0 }))
}

function endOf(now: Date): Date {
  return new Date(now.getTime() + weeks * 7 * day)
}

function weekOf({ at }: Pick<AheadOfOrder, 'at'>, now: Date): number {
  return Math.floor((at.getTime() - now.getTime()) / (7 * day))
}

export type SoughtAhead = Part & {
  readonly currency: string
  readonly week?: number | undefined
  readonly kind?: AheadKind | undefined
}

/** The payments and ends ahead, soonest first. */
export async function listAhead(
  db: Kysely<Database>,
  { currency, week, kind, ...part }: SoughtAhead,
  now: Date,
): Promise<AheadOfOrder[]> {
  const found: AheadOfOrder[] = []
  for await (const one of readAhead(db, part, now, endOf(now))) {
    const isSought =
      one.currency === currency &&
      (week === undefined || weekOf(one, now) === week) &&
      (kind === undefined || one.kind === kind)
    if (isSought) found.push(one)
  }
  return found.toSorted(
    (one, other) => one.at.getTime() - other.at.getTime() || (one.orderId < other.orderId ? -1 : 1),
  )
}

export async function withBuyers(
  db: Kysely<Database>,
  sellerId: string,
  rows: readonly AheadOfOrder[],
): Promise<AheadRow[]> {
  const ids = [...new Set(rows.map(({ orderId }) => orderId))]
  const buyers = await db
    .selectFrom('purchasesView as orders')
    .select(['orders.id', 'orders.name', 'orders.email'])
    .where('orders.sellerId', '=', sellerId)
    .where('orders.id', 'in', ids.length === 0 ? [sellerId] : ids)
    .execute()
  const byId = new Map(buyers.map(({ id, name, email }) => [id, { name, email }]))
  return rows.map(({ orderId, at, ...row }) => ({
    saleId: orderId,
    at: at.toISOString(),
    name: '',
    email: '',
    ...byId.get(orderId),
    ...row,
  }))
}
