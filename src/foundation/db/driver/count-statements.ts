import { AsyncLocalStorage } from 'node:async_hooks'

const counting = new AsyncLocalStorage<string[]>()

/** Counts a statement for the current asynchronous context. */
export const recordStatement = (sql: string) => void counting.getStore()?.push(sql)

/** For tests: the SQL a piece of work sends, in order, including `begin` and `commit`, whatever else the process does. */
export async function countStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = []
  const result = await counting.run(statements, work)
  return { result, statements }
}
