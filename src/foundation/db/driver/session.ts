import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { PoolClient } from 'pg'
import { isReadOnlyError } from '../server/hosts.ts'
import { type Answer, type KnownAnswers, SessionQuery } from './session-query.ts'
import { nameOf, renewNames } from './statement-names.ts'
import { isOutdated } from './unavailable.ts'

type SessionOptions = {
  /**
   * False behind a pooler that uses another connection for each transaction, so that statement names have no
   * meaning.
   */
  readonly keepsStatements: boolean
  /** Replaces all connections, because their server no longer accepts writes. */
  readonly renew: () => void
}

/**
 * A connection of the pool, for Kysely and shared reads. In addition to the driver's pipelining client, it
 * names prepared statements (`statement-names.ts`), returns rows with the names used in code
 * (`session-query.ts`), sends all queries of a turn in one packet, and handles errors that affect more than
 * the caller.
 */
export class Session implements PostgresPoolClient {
  readonly #client: PoolClient
  readonly #options: SessionOptions
  readonly #known: KnownAnswers = new Map()
  #isHeld = false

  constructor(client: PoolClient, options: SessionOptions) {
    this.#client = client
    this.#options = options
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  query(statement: unknown, values: readonly unknown[] = []): unknown {
    if (typeof statement !== 'string') throw new TypeError('A client that pipelines has no cursors')
    this.#sendTogether()
    return this.#ask(statement, values)
  }

  release(isLost?: boolean): void {
    this.#client.release(isLost)
  }

  /** Queries from the same turn are sent together, so that the server wakes up only once. */
  #sendTogether(): void {
    if (this.#isHeld) return
    this.#isHeld = true
    const { stream } = this.#client.connection
    stream.cork()
    process.nextTick(() => {
      this.#isHeld = false
      stream.uncork()
    })
  }

  async #ask(text: string, values: readonly unknown[]): Promise<Answer> {
    const name = this.#options.keepsStatements ? nameOf(text) : undefined
    try {
      return await new Promise<Answer>((resolve, reject) => {
        const settle = (error: Error | null, answer: Answer) =>
          error === null ? resolve(answer) : reject(error)
        this.#client.query(new SessionQuery({ name, text, values }, this.#known, settle))
      })
    } catch (error) {
      // The connection keeps reading, and old data could otherwise be taken for the response.
      if (isReadOnlyError(error)) this.#options.renew()
      if (isOutdated(error)) renewNames()
      // The stack of this error is that of the response and does not show the caller.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }
}
