import type { PoolClient } from 'pg'
import type { AskCoded } from './name-statements.ts'

/**
 * Has a transaction begin with its first statement: both go to the server at once, which wakes up once for them in place of
 * twice. The client must pipeline. Nobody reads what `begin` answers. Answers how to ask for rows with code's names.
 */
export function beginWithStatement(client: PoolClient, askCoded: AskCoded): AskCoded {
  const query = client.query.bind(client)
  const ask = (...given: readonly unknown[]): unknown => Reflect.apply(query, client, given)
  let isHeld = false

  const begun = <T>(statement: () => T): T | Promise<Awaited<T>> =>
    isHeld ? beginWith(statement) : statement()
  const beginWith = async <T>(statement: () => T): Promise<Awaited<T>> => {
    isHeld = false
    const { stream } = client.connection
    stream.cork()
    const answers = [ask('begin'), statement()] as const
    stream.uncork()
    return (await Promise.all(answers))[1]
  }

  Object.assign(client, {
    query: (text: unknown, values: unknown): unknown => {
      if (text !== 'begin') return begun(() => ask(text, values))
      isHeld = true
      return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] })
    },
  })
  return async (text, values) => begun(() => askCoded(text, values))
}
