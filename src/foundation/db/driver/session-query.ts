import { Connection, type QueryResult } from 'pg'
import Query from 'pg/lib/query.js'
import { type Column, type ReadRow, readerOf, type Row } from './rows.ts'

/** Descriptions of the rows of a connection's prepared statements, by statement name. */
export type KnownAnswers = Map<string, ReadRow | 'no rows'>

export type Answer = Partial<QueryResult<Row>> & { readonly rows: Row[] }

type Statement = {
  /** The statement's name on the server, or undefined if it is not prepared. */
  readonly name: string | undefined
  readonly text: string
  readonly values: readonly unknown[]
}

/**
 * The driver's query with two differences: rows have the names used in code, and the server describes a prepared
 * statement once per connection, because a description takes a quarter of the time of reading a form. A prepared
 * statement's rows stay the same. If a migration changes them, the statement fails (`isOutdated`).
 */
export class SessionQuery extends Query {
  readonly #known: KnownAnswers
  readonly #rows: Row[] = []
  #readRow: ReadRow | 'no rows' | undefined
  #failure: Error | null = null

  constructor(
    { name, text, values }: Statement,
    known: KnownAnswers,
    answer: (error: Error | null, answer: Answer) => void,
  ) {
    super(text, values)
    this.name = name
    this.#known = known
    this.callback = (error, result) => answer(error ?? this.#failure, { ...result, rows: this.#rows })
  }

  protected override prepare(connection: Connection): void {
    if (this.name !== undefined && this.hasBeenParsed(connection)) this.#readRow = this.#known.get(this.name)
    super.prepare(this.#readRow === undefined ? connection : withoutDescribing(connection))
  }

  override handleRowDescription({ fields }: { readonly fields: readonly Column[] }): void {
    this.#attempt(() => {
      this.#readRow = readerOf(fields)
      if (this.name !== undefined) this.#known.set(this.name, this.#readRow)
    })
  }

  override handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#attempt(() => {
      const read = this.#readRow
      if (read === undefined || read === 'no rows') throw new TypeError('A row arrived without a description')
      this.#rows.push(read(fields))
    })
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    if (this.name !== undefined && this.#readRow === undefined && this.#failure === null)
      this.#known.set(this.name, 'no rows')
    super.handleCommandComplete(message, connection)
  }

  /** Passes errors in a response to the caller. Thrown from the socket's event, they would end the process. */
  #attempt(step: () => void): void {
    if (this.#failure !== null) return
    try {
      step()
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error))
    }
  }
}

const silent = new WeakMap<Connection, Connection>()

/** The same connection, but it does not ask the server to describe rows. */
function withoutDescribing(connection: Connection): Connection {
  const known = silent.get(connection)
  if (known !== undefined) return known
  const made: unknown = Object.create(connection, { describe: { value: () => undefined } })
  if (!(made instanceof Connection)) throw new TypeError('A connection was expected')
  silent.set(connection, made)
  return made
}
