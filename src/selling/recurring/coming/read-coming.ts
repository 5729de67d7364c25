import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { listAhead, sumAhead, type TitledAhead } from '#payments/subscriptions/ahead/read-ahead.ts'
import { aheadKinds, type AheadKind } from '#payments/subscriptions/ahead/ahead-kinds.ts'
import type { AheadRow, Coming } from '../contract.ts'
import type { Part } from '../ledger/store.ts'

const [week, weeks] = [7 * 86_400_000, 13]

type Sum = { readonly total: number; readonly count: number }

/**
 * The payments and ends of the next 13 weeks, by currency, week and kind. The currency with the most entries is first.
 */
export async function readComing(db: Kysely<Database>, part: Part, now: Date): Promise<Coming> {
  const sums = await sumAhead(db, part, weeksFrom(now, 0, weeks), week)
  const currencies = [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, own]) => {
    const payments = own.filter(({ kind }) => kind !== 'end')
    return {
      currency,
      weeks: Array.from({ length: weeks }, (_, index) =>
        added(payments.filter(({ slot }) => slot === index)),
      ),
      ...added(payments),
      kinds: aheadKinds.flatMap((kind) => {
        const ofKind = own.filter((one) => one.kind === kind)
        return ofKind.length === 0 ? [] : [{ kind, ...added(ofKind) }]
      }),
    }
  })
  return {
    weeks: Array.from({ length: weeks }, (_, index) => new Date(now.getTime() + index * week).toISOString()),
    currencies: currencies.toSorted((one, other) => other.count - one.count),
  }
}

function added(sums: readonly Sum[]): Sum {
  return {
    total: sums.reduce((sum, { total }) => sum + total, 0),
    count: sums.reduce((sum, { count }) => sum + count, 0),
  }
}

function weeksFrom(now: Date, first: number, count: number) {
  const after = (passed: number) => new Date(now.getTime() + passed * week)
  return { from: after(first), until: after(first + count) }
}

export type SoughtComing = Part & {
  readonly currency: string
  readonly week?: number | undefined
  readonly kind?: AheadKind | undefined
}

/** The payments and ends ahead, soonest first. Without `rows`, all of them. */
export async function listComing(
  db: Kysely<Database>,
  { week: only, ...sought }: SoughtComing,
  now: Date,
  rows?: { readonly limit: number; readonly offset: number },
): Promise<TitledAhead[]> {
  const within = only === undefined ? undefined : weeksFrom(now, only, 1)
  return listAhead(db, { ...sought, within }, weeksFrom(now, 0, weeks), rows)
}

export async function withBuyers(
  db: Kysely<Database>,
  sellerId: string,
  rows: readonly TitledAhead[],
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
