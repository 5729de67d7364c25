import { Connection, type QueryResult } from 'pg'
import Query from 'pg/lib/query.js'
import type { ReadRow } from './read-row.ts'

/** A column as the server describes it, with the number of its type. */
export type Column = { readonly name: string; readonly dataTypeID: number }

/** What makes rows of such columns. */
export type ReaderOf = (columns: readonly Column[]) => ReadRow

export type NamedStatement = {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** How a connection's statements are answered, by their names. */
export type KnownAnswers = Map<string, ReadRow | 'no rows'>

type Row = Record<string, unknown>
type Answered = Partial<QueryResult<Row>> & { readonly rows: Row[] }
type Answer = (error: Error | null, answered?: Answered) => void

/**
 * A statement that the server keeps under a name, and describes to a connection once: what its rows look like does not change
 * as long as it is kept. (Where a migration changes it, the statement fails; see `isOutdated`.)
 */
export class NamedQuery extends Query {
  readonly #known: KnownAnswers
  readonly #readerOf: ReaderOf
  readonly #rows: Row[] = []
  #readRow: ReadRow | 'no rows' | undefined
  #failure: Error | null = null

  constructor(
    { name, text, values }: NamedStatement,
    known: KnownAnswers,
    readerOf: ReaderOf,
    answer: Answer,
  ) {
    super(text, values)
    this.name = name
    this.#known = known
    this.#readerOf = readerOf
    this.callback = (error, result) => {
      const failure = error ?? this.#failure
      answer(failure, failure === null ? { ...result, rows: this.#rows } : undefined)
    }
  }

  protected override prepare(connection: Connection): void {
    this.#readRow = this.hasBeenParsed(connection) ? this.#known.get(this.name) : undefined
    super.prepare(this.#readRow === undefined ? connection : withoutDescribing(connection))
  }

  override handleRowDescription({ fields }: { readonly fields: readonly Column[] }): void {
    this.#attempt(() => {
      this.#readRow = this.#readerOf(fields)
      this.#known.set(this.name, this.#readRow)
    })
  }

  override handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#attempt(() => {
      const read = this.#readRow
      if (read === undefined || read === 'no rows') throw new TypeError('A row came that was not described')
      this.#rows.push(read(fields))
    })
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    if (this.#readRow === undefined && this.#failure === null) this.#known.set(this.name, 'no rows')
    super.handleCommandComplete(message, connection)
  }

  /** What is thrown while an answer is read is told to who asked: thrown to the socket it would end the process. */
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

/** The same connection, which does not ask how the rows will look. */
function withoutDescribing(connection: Connection): Connection {
  const known = silent.get(connection)
  if (known !== undefined) return known
  const made: unknown = Object.create(connection, { describe: { value: () => undefined } })
  if (!(made instanceof Connection)) throw new TypeError('A connection was expected')
  silent.set(connection, made)
  return made
}
