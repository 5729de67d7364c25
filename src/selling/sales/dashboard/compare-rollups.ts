import { isDeepStrictEqual } from 'node:util'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { SalesSums } from '#foundation/db/tables/sales.ts'
import type { Services } from '#registry/services.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { day } from '#foundation/jobs/prune.ts'
import { addSums } from './cells.ts'
import { addSources } from './sources.ts'
import { readState, sumCells, whileUnchanged } from './rollups.ts'

/** How often each rollup is compared with its rows, in seconds. */
const comparedEvery = 7 * day
const batch = 20

type Rollup = Selectable<Database['salesSums']>

/**
 * Compares rollups with the purchases they sum up and with their rows by form. A wrong rollup raises an alarm, because
 * something must be changing rows without the database's triggers. It is dropped and summed again on demand. Returns
 * how many were compared.
 */
export async function compareRollups(services: Pick<Services, 'db' | 'clock' | 'log'>): Promise<number> {
  const { db, clock } = services
  const due = await claimRollups(db, clock.now())
  for (const rollup of due) await compareOne(services, rollup)
  return due.length
}

async function claimRollups(db: Kysely<Database>, now: Date): Promise<Rollup[]> {
  const { rows } = await sql<Rollup>`
    update sales_sums set compared_at = ${now}
    where id = any(array(
      select id from sales_sums where compared_at < ${secondsAfter(now, -comparedEvery)}
      order by compared_at limit ${batch} for update skip locked
    ))
    returning *`.execute(db)
  return rows
}

async function compareOne(
  { db, log }: Pick<Services, 'db' | 'log'>,
  { id, sellerId, begins, ends, sums }: Rollup,
): Promise<void> {
  const areFormsRight = await hasItsForms(db, id)
  const { mark } = await readState(db, sellerId)
  const span = { begins: begins.getTime(), ends: ends.getTime() }
  for await (const summed of sumCells(db, { sellerId }, [span])) {
    for (const found of summed) {
      if (areFormsRight && areSame(found.sums, addSums([sums]))) continue
      await whileUnchanged(db, sellerId, mark, async (tx) => {
        log.error(
          { alarm: true, seller: sellerId, begins, ends, sums, found: found.sums },
          'stored totals are wrong',
        )
        await tx
          .deleteFrom('salesSums')
          .where('sellerId', '=', sellerId)
          .where('begins', '=', begins)
          .where('ends', '=', ends)
          .execute()
      })
    }
  }
}

/**
 * If there are very many sources, how a span was split determines which of them keep their names, so only their totals
 * are compared.
 */
function areSame(one: SalesSums, other: SalesSums): boolean {
  const unnamed = ({ sources = [], ...sums }: SalesSums) => ({
    ...sums,
    sources: addSources(
      sources.map(({ currency, orders, gross, refunds }) => ({ currency, orders, gross, refunds })),
    ),
  })
  return isDeepStrictEqual(unnamed(one), unnamed(other))
}

/** Whether a rollup's rows by form match its sums, form by form. True if it has been dropped. */
async function hasItsForms(db: Kysely<Database>, id: number): Promise<boolean> {
  const { rows } = await sql<{ wrong: boolean }>`
    select exists (
      select from forms_of_sums(rollup.sums) as named
      full join (select * from form_sums where sum_id = rollup.id) as present using (form_id)
      where (named.orders, named.views, named.by_price) is distinct from (present.orders, present.views, present.by_price)
    ) as wrong
    from sales_sums rollup where id = ${id}`.execute(db)
  return rows[0]?.wrong !== true
}
