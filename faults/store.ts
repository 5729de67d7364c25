import { z } from 'zod'
import { openClient } from '#foundation/db/server/hosts.ts'
import { until } from './until.ts'

/** Access to the product's database from outside, to block statements and to read records. */
export type Store = {
  readonly query: <T extends z.ZodType>(
    row: T,
    sql: string,
    values?: readonly unknown[],
  ) => Promise<z.output<T>[]>
  /** Blocks others from writing to a table, or to the rows that a query locks, until released. */
  readonly hold: (sql: string) => Promise<{ readonly release: () => Promise<void> }>
  /** Waits until one of this process's statements that contains `part` is waiting for a lock. */
  readonly untilWaiting: (pid: number, part: string) => Promise<void>
  /** Waits until the database notices that the process has ended. */
  readonly untilGone: (pid: number) => Promise<void>
  /** Ends all of this process's database connections. */
  readonly cutConnections: (pid: number) => Promise<void>
  readonly close: () => Promise<void>
}

const count = z.object({ count: z.coerce.number() })

export async function openStore(url: string): Promise<Store> {
  const client = await openClient(url, {})
  const query: Store['query'] = async (row, sql, values = []) => {
    const { rows } = await client.query(sql, [...values])
    return z.array(row).parse(rows)
  }
  const sessions = async (pid: number, condition: string, values: readonly unknown[]): Promise<number> => {
    const sql = `select count(*) from pg_stat_activity where application_name = $1 and datname = current_database() and ${condition}`
    const [row] = await query(count, sql, [`tillform ${pid}`, ...values])
    return row?.count ?? 0
  }
  return {
    query,
    async hold(sql) {
      const holder = await openClient(url, {})
      await holder.query('begin')
      await holder.query(sql)
      return {
        async release() {
          await holder.query('rollback')
          await holder.end()
        },
      }
    },
    async untilWaiting(pid, part) {
      await until(`"${part}" to wait for a lock`, async () => {
        const waiting = await sessions(pid, "wait_event_type = 'Lock' and strpos(query, $2) > 0", [part])
        return waiting > 0 ? true : undefined
      })
    },
    async untilGone(pid) {
      await until(`the connections of process ${pid} to end`, async () =>
        (await sessions(pid, 'true', [])) === 0 ? true : undefined,
      )
    },
    async cutConnections(pid) {
      await query(
        z.unknown(),
        'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
        [`tillform ${pid}`],
      )
    },
    close: () => client.end(),
  }
}
