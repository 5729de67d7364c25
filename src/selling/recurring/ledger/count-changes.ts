import { sql, type Insertable, type Kysely, type Transaction } from 'kysely'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Services } from '#registry/services.ts'
import { movementsOf } from '../definitions/movements.ts'
import { dropLevels } from './levels.ts'
import { readLives, type LifeOfOrder } from './read-lives.ts'

/** How many marks are processed in one transaction. */
const batch = 500
/** The maximum number of batches before a response. A shop with more marks has to wait for the job. */
const batchesForAnswer = 4

/** Updates the ledger of recurring revenue, a batch of marked orders at a time. Returns how many there were. */
export async function countChanges({ db }: Pick<Services, 'db'>): Promise<number> {
  return countBatch(db)
}

/** Updates a seller's ledger. Returns false if there is too much to wait for, as after an upgrade. */
export async function isCounted(db: Kysely<Database>, sellerId: string): Promise<boolean> {
  for (let round = 0; round < batchesForAnswer; round += 1) {
    if ((await countBatch(db, sellerId)) < batch) return true
  }
  return false
}

/** Database triggers set the marks. Later changes set new ones. */
async function countBatch(db: Kysely<Database>, sellerId?: string): Promise<number> {
  if (!(await hasMarks(db, sellerId))) return 0
  return inTransaction(db, async (tx) => {
    // Only one run at a time, because of two runs for the same order, the one that read first could write last.
    await sql`select pg_advisory_xact_lock(hashtext('recurring'))`.execute(tx)
    const { rows: marks } = await sql<{ orderId: string }>`
      delete from recurring_changes
      where id = any(array(
        select id from recurring_changes where ${ofSeller(sellerId)} order by id limit ${batch}
      )) returning order_id as "orderId"`.execute(tx)
    const orderIds = [...new Set(marks.map(({ orderId }) => orderId))]
    // Changes committed with those marks are visible from here on.
    if (orderIds.length > 0) await store(tx, orderIds, await readLives(tx, orderIds))
    return marks.length
  })
}

async function hasMarks(db: Kysely<Database>, sellerId?: string): Promise<boolean> {
  const { rows } = await sql`
    select from recurring_changes where ${ofSeller(sellerId)} limit 1`.execute(db)
  return rows.length > 0
}

function ofSeller(sellerId: string | undefined) {
  return sellerId === undefined ? sql`true` : sql`seller_id = ${sellerId}`
}

/**
 * Whether a start counts as a return is determined only once, so that merging or erasing buyers does not change past
 * months.
 */
async function store(
  tx: Transaction<Database>,
  orderIds: readonly string[],
  lives: readonly LifeOfOrder[],
): Promise<void> {
  const starts = lives.flatMap((life) => {
    const [first] = life.payments
    return first === undefined ? [] : [{ life, startedAt: first.at }]
  })
  const returns = await saveStarts(tx, starts)
  const movements = starts.flatMap(({ life, startedAt }) => {
    const { orderId, sellerId, formId, priceId, currency, billingPeriod, billingInterval } = life
    const of = { orderId, sellerId, formId, priceId, currency, billingPeriod, billingInterval, startedAt }
    const isReturn = returns.get(orderId) ?? life.isReturn
    return movementsOf({ ...life, isReturn }).map((movement) => ({ ...of, ...movement }))
  })
  await saveMovements(tx, orderIds, movements)
}

type Start = { readonly life: LifeOfOrder; readonly startedAt: Date }

/** Returns which orders are returns. */
async function saveStarts(
  tx: Transaction<Database>,
  starts: readonly Start[],
): Promise<ReadonlyMap<string, boolean>> {
  if (starts.length === 0) return new Map()
  const stored = await tx
    .insertInto('recurringStarts')
    .values(
      starts.map(({ life, startedAt }) => {
        const { orderId, sellerId, formId, priceId, currency, isReturn, received } = life
        return { orderId, sellerId, formId, priceId, currency, startedAt, isReturn, received }
      }),
    )
    .onConflict((conflict) =>
      conflict.column('orderId').doUpdateSet((row) => ({ received: row.ref('excluded.received') })),
    )
    .returning(['orderId', 'isReturn'])
    .execute()
  return new Map(stored.map(({ orderId, isReturn }) => [orderId, isReturn]))
}

type StoredMovement = Insertable<Database['recurringMovements']>

/** Writes only what differs, so that sums of earlier movements remain valid. */
async function saveMovements(
  tx: Transaction<Database>,
  orderIds: readonly string[],
  movements: readonly StoredMovement[],
): Promise<void> {
  const stored = await tx
    .selectFrom('recurringMovements')
    .selectAll()
    .where('orderId', 'in', orderIds)
    .execute()
  const known = Map.groupBy(stored, keyOf)
  const added = movements.filter((movement) => known.get(keyOf(movement))?.pop() === undefined)
  const over = [...known.values()].flat()
  if (over.length > 0) {
    const ids = over.map(({ id }) => id)
    await sql`delete from recurring_movements where id = any(${ids}::bigint[])`.execute(tx)
  }
  for (let at = 0; at < added.length; at += mostInserted) {
    await tx
      .insertInto('recurringMovements')
      .values(added.slice(at, at + mostInserted))
      .execute()
  }
  await dropLevels(tx, [...added, ...over])
}

function keyOf({ orderId, startedAt, at, kind, because, net, heads }: Omit<StoredMovement, 'id'>): string {
  return [orderId, startedAt.getTime(), at.getTime(), kind, because, net, heads].join(' ')
}

/** A statement takes 65,535 values. */
const mostInserted = 4_000
