import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { PoolClient } from 'pg'
import { isReadOnlyError } from '../server/hosts.ts'
import { type Answer, type KnownAnswers, SessionQuery } from './session-query.ts'
import { nameOf, renewNames } from './statement-names.ts'
import { isOutdated } from './unavailable.ts'

type SessionOptions = {
  /** False behind a pooler that gives each transaction another connection: no name means anything there. */
  readonly keepsStatements: boolean
  /** Has all connections replaced: the server that they reach takes no writes any more. */
  readonly renew: () => void
}

/**
 * One connection of the pool, as Kysely and shared reads use it. To the driver's client, which must pipeline, it adds names
 * for prepared statements (`statement-names.ts`), rows as code has them (`session-query.ts`), one packet for what is asked
 * in the same turn, and an ear for errors that concern more than who asked.
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

  /** What is asked in one turn of the event loop goes out at once: the server wakes up once for it. */
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
      // It goes on reading, and would answer with what is no longer so.
      if (isReadOnlyError(error)) this.#options.renew()
      if (isOutdated(error)) renewNames()
      // The error was made when the answer came, which says nothing of who asked.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }
}
