import type { PoolClient } from 'pg'

/**
 * Has a transaction begin with its first statement: both go to the server at once, which wakes up once for them in place of
 * twice. The client must pipeline. Nobody reads what `begin` answers.
 */
export function beginWithStatement(client: PoolClient): void {
  const query = client.query.bind(client)
  const ask = (...given: readonly unknown[]): unknown => Reflect.apply(query, client, given)
  let isHeld = false

  const askBoth = async (text: unknown, values: unknown): Promise<unknown> => {
    const { stream } = client.connection
    stream.cork()
    const answers = [ask('begin'), ask(text, values)]
    stream.uncork()
    return (await Promise.all(answers))[1]
  }

  Object.assign(client, {
    query: (text: unknown, values: unknown): unknown => {
      if (text === 'begin') {
        isHeld = true
        return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] })
      }
      if (!isHeld) return ask(text, values)
      isHeld = false
      return askBoth(text, values)
    },
  })
}
