import { AsyncLocalStorage } from 'node:async_hooks'

const counting = new AsyncLocalStorage<string[]>()

/** Records a statement for whoever counts in this asynchronous context. */
export const recordStatement = (sql: string) => void counting.getStore()?.push(sql)

/**
 * For tests: the SQL that a piece of work sends, in order, `begin` and `commit` included, whatever else the
 * process does meanwhile.
 */
export async function countStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = []
  const result = await counting.run(statements, work)
  return { result, statements }
}
