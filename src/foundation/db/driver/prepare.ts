import { type Compilable, type CompiledQuery, type Expression, type Kysely, sql } from 'kysely'
import { readShortly, runBuilt } from '../database.ts'
import type { Database } from '../schema.ts'
import { constantsInText } from './constants-in-text.ts'
import { nameStatement } from './statement-names.ts'

/** A value, or a prepared statement's parameter. */
export type Value<T> = T | Expression<T>

/** Creates a statement's parameter with this name. */
export type PlaceOf<Given> = <Name extends keyof Given & string>(name: Name) => Expression<Given[Name]>

/** The columns to write, each with a value or a parameter. */
export type Places<Columns> = {
  readonly [Name in keyof Columns]: Value<Exclude<Columns[Name], undefined>>
}

/**
 * Builds a statement once and runs it with different values, for queries in nearly every request, because building one
 * takes longer than running it. `build` refers to each value by name with `place`. In a transaction, the statement runs
 * on that handle. A read must be short, because outside transactions concurrent reads share a connection.
 */
export function prepare<Given extends object, Row>(
  build: (db: Kysely<Database>, place: PlaceOf<Given>) => Compilable<Row>,
): (db: Kysely<Database>, given: Given) => Promise<Row[]> {
  const compile = compileOnce(build)
  return async (db, given) => {
    const query = compile(db, given)
    return isRead(query) ? readShortly(db, query) : runBuilt(db, query)
  }
}

/**
 * Like `prepare`, for a statement that writes the given columns. A statement is built for each set of columns, and
 * there are few such sets. Undefined values are not written.
 */
export function prepareColumns<Columns extends object, Given extends object, Row>(
  build: (db: Kysely<Database>, columns: Places<Columns>, place: PlaceOf<Given>) => Compilable<Row>,
): (db: Kysely<Database>, columns: Columns, given: Given) => Promise<Row[]> {
  const built = new Map<string, (db: Kysely<Database>, all: Columns & Given) => Promise<Row[]>>()
  return async (db, columns, given) => {
    const names = namesOf(columns)
    const key = names.join(' ')
    let run = built.get(key)
    if (run === undefined) {
      run = prepare((on, place: PlaceOf<Columns & Given>) => build(on, placesOf(place, names), place))
      built.set(key, run)
    }
    return run(db, { ...columns, ...given })
  }
}

function namesOf<Columns extends object>(columns: Columns): (keyof Columns & string)[]
function namesOf(columns: object): string[] {
  return Object.keys(columns).filter((name) => Reflect.get(columns, name) !== undefined)
}

function placesOf<Columns extends object>(
  place: PlaceOf<Columns>,
  names: readonly (keyof Columns & string)[],
): Places<Columns>
function placesOf(place: (name: string) => unknown, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, place(name)]))
}

/** Like `prepare`, for statements that may be slow and therefore do not share a connection. */
export function compileOnce<Given extends object, Row>(
  build: (db: Kysely<Database>, place: PlaceOf<Given>) => Compilable<Row>,
): (db: Kysely<Database>, given: Given) => CompiledQuery<Row> {
  let built: CompiledQuery<Row> | undefined
  return (db, given) => {
    if (built === undefined) {
      built = build(db.withPlugin(constantsInText), (name) => sql`${new Place(name)}`).compile()
      nameStatement(built.sql)
    }
    const valueOf = (one: unknown): unknown => (one instanceof Place ? Reflect.get(given, one.name) : one)
    return { ...built, parameters: built.parameters.map(valueOf) }
  }
}

/** A value's position among a statement's parameters. */
class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Whether a statement only reads. It could also write in its `with` clauses. */
function isRead({ query }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' && query.with === undefined
}
