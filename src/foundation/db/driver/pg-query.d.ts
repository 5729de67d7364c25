// The parts of the driver's query class that `session-query.ts` relies on but the driver's types lack.
declare module 'pg/lib/query.js' {
  import type { EventEmitter } from 'node:events'
  import type { Connection, QueryResult } from 'pg'

  export default class Query extends EventEmitter {
    constructor(text: string, values: readonly unknown[])
    name: string | undefined
    callback: (error: Error | null, result?: QueryResult<Record<string, unknown>>) => void
    submit: (connection: Connection) => void
    protected hasBeenParsed(connection: Connection): boolean
    protected prepare(connection: Connection): void
    handleRowDescription(message: {
      readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
    }): void
    handleDataRow(message: { readonly fields: readonly (string | null)[] }): void
    handleCommandComplete(message: object, connection: Connection): void
  }
}
