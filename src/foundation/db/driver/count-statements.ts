import { AsyncLocalStorage } from 'node:async_hooks'

const counting = new AsyncLocalStorage<string[]>()

/** Counts a statement for the current asynchronous context. */
export const recordStatement = (sql: string) => void counting.getStore()?.push(sql)

/**
 * Records the SQL that a piece of work sends, in order and including `begin` and `commit`, without the SQL of other
 * work. For tests.
 */
export async function countStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = []
  const result = await counting.run(statements, work)
  return { result, statements }
}
