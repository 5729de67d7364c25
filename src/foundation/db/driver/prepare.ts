import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import { constantsInText } from './constants-in-text.ts'
import { readShortly, runBuilt } from '../database.ts'
import type { Database } from '../schema.ts'

/**
 * A statement that is built once and run with other values each time, for what nearly every request runs: building one
 * takes longer than PostgreSQL takes to answer it. `build` gets stand-ins for the values, of which it can only make
 * parameters. In a transaction it is given that one's handle, as every query is. A read must be short: outside of
 * transactions, those that are under way at once share a connection.
 */
export function prepare<Given extends object, Row>(
  build: (db: Kysely<Database>, given: Given) => Compilable<Row>,
): (db: Kysely<Database>, given: Given) => Promise<Row[]> {
  const compile = compileOnce(build)
  return async (db, given) => {
    const query = compile(db, given)
    return isRead(query) ? readShortly(db, query) : runBuilt(db, query)
  }
}

/**
 * As `prepare`, for a statement that writes the columns it is given: one is built for each set of them, of which there are
 * few. What is undefined is not given.
 */
export function prepareColumns<Columns extends object, Given extends object, Row>(
  build: (db: Kysely<Database>, columns: Columns, given: Given) => Compilable<Row>,
): (db: Kysely<Database>, columns: Columns, given: Given) => Promise<Row[]> {
  const built = new Map<string, (db: Kysely<Database>, all: Columns & Given) => Promise<Row[]>>()
  return async (db, columns, given) => {
    const names = namesOf(columns)
    const key = names.join(' ')
    let run = built.get(key)
    if (run === undefined) {
      run = prepare((on, all: Columns & Given) => build(on, pickStandIns(all, names), all))
      built.set(key, run)
    }
    return run(db, { ...columns, ...given })
  }
}

function namesOf(columns: object): string[] {
  return Object.keys(columns).filter((name) => Reflect.get(columns, name) !== undefined)
}

/** Of stand-ins for everything those for some. */
function pickStandIns<Columns extends object>(all: Columns, names: readonly string[]): Columns
function pickStandIns(all: object, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(all, name)]))
}

/** As `prepare`, to be run by who knows how long it takes. */
export function compileOnce<Given extends object, Row>(
  build: (db: Kysely<Database>, given: Given) => Compilable<Row>,
): (db: Kysely<Database>, given: Given) => CompiledQuery<Row> {
  let built: CompiledQuery<Row> | undefined
  return (db, given) => {
    built ??= build(db.withPlugin(constantsInText), standIns()).compile()
    const valueOf = (one: unknown): unknown => (one instanceof StandIn ? Reflect.get(given, one.name) : one)
    const parameters = built.parameters.map(valueOf)
    return { ...built, parameters }
  }
}

/** Whether it only looks: a statement can write in what it begins with. */
function isRead({ query }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' && query.with === undefined
}

/** In the place of a value; using it as one is a mistake that shows at the first run. */
class StandIn {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  [Symbol.toPrimitive](): never {
    return this.refuse()
  }

  toJSON(): never {
    return this.refuse()
  }

  private refuse(): never {
    throw new TypeError(`The value of ${this.name} is not known when the statement is built`)
  }
}

function standIns(): never
function standIns(): object {
  return new Proxy(
    {},
    {
      get: (_, name) => new StandIn(String(name)),
      ownKeys: () => {
        throw new TypeError('Which values there are is not known when the statement is built: name them')
      },
    },
  )
}
