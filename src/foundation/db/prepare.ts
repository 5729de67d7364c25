import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import { refuseInTransaction } from './database.ts'
import type { Database } from './schema.ts'

/**
 * A statement that is built once and run with other values each time, for what nearly every request runs: building one
 * takes longer than PostgreSQL takes to answer it. `build` gets stand-ins for the values, of which it can only make
 * parameters. In a transaction it is given that one's handle, as every query is.
 */
export function prepare<Given extends object, Row>(
  build: (db: Kysely<Database>, given: Given) => Compilable<Row>,
): (db: Kysely<Database>, given: Given) => Promise<Row[]> {
  let built: CompiledQuery<Row> | undefined
  return async (db, given) => {
    if (!db.isTransaction) refuseInTransaction()
    built ??= build(db, standIns()).compile()
    const values = new Map<unknown, unknown>(Object.entries(given))
    const parameters = built.parameters.map((one) => (one instanceof StandIn ? values.get(one.name) : one))
    const { rows } = await db.executeQuery<Row>({ ...built, parameters })
    return rows
  }
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
  return new Proxy({}, { get: (_, name) => new StandIn(String(name)) })
}
