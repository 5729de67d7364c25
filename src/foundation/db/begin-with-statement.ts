import type { PoolClient } from 'pg'

/**
 * Has a transaction begin with its first statement: both go to the server at once, which wakes up once for them in place of
 * twice. The client must pipeline. Nobody reads what `begin` answers.
 */
export function beginWithStatement(client: PoolClient): void {
  const query = client.query.bind(client)
  const ask = async (text: unknown, values?: unknown): Promise<unknown> =>
    Reflect.apply(query, client, [text, values])
  let isHeld = false

  const askBoth = (text: unknown, values: unknown) => {
    const { stream } = client.connection
    stream.cork()
    const answers = [ask('begin'), ask(text, values)]
    stream.uncork()
    return Promise.all(answers)
  }

  Object.assign(client, {
    query: async (text: unknown, values: unknown): Promise<unknown> => {
      if (text === 'begin') {
        isHeld = true
        return { command: 'BEGIN', rowCount: null, rows: [] }
      }
      if (!isHeld) return ask(text, values)
      isHeld = false
      return (await askBoth(text, values))[1]
    },
  })
}
