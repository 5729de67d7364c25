import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { boundedCache } from '#foundation/values/bounded-cache.ts'
import { type KnownAnswers, NamedQuery, type NamedStatement, type ReaderOf } from './named-query.ts'

/** A statement that comes back so often is worth being kept by the server. */
const worthNaming = 3
/** Each kept statement takes some ten kilobytes of the server's memory, on each connection. */
const mostNamed = 400
/**
 * A plan that is made once has to do for all values. A search is planned by what is searched for: a rare word by its
 * index, a frequent one along the list; sums over a time by how long that is, and whose; and a list that is narrowed by how
 * rare what it is narrowed to is, of which its statement says so itself.
 */
const isPlannedByValue = /\bi?like\b|\bwidth_bucket\b|\/\* planned by value \*\//
/** Rarer ones are counted as long as all of them take no more than so many bytes. */
const roomForCounted = 4 * 1024 * 1024
/** A longer one lists its values, and is another one each time. */
const longestNamed = 20_000

/**
 * Gives names to the statements that come often. They are made of the statement, so that two processes which a pooler
 * gives the same connection never mean different ones.
 */
export type StatementNames = {
  readonly of: (text: string) => string | undefined
  /** Names given before are not used again: what the server keeps under them no longer fits its tables. */
  readonly invalidate: () => void
}

/** Behind a pooler that gives each transaction another connection no name means anything. */
export const noNames: StatementNames = { of: () => undefined, invalidate: () => undefined }

export function createStatementNames(): StatementNames {
  const counts = boundedCache<string, number>({ bytes: roomForCounted })
  const names = new Map<string, string>()
  let generation = 0
  return {
    of(text) {
      const known = names.get(text)
      if (
        known !== undefined ||
        names.size >= mostNamed ||
        text.length > longestNamed ||
        isPlannedByValue.test(text)
      )
        return known
      const count = (counts.get(text) ?? 0) + 1
      counts.set(text, count, { size: text.length })
      if (count < worthNaming) return undefined
      counts.delete(text)
      const name = `${createHash('sha256').update(text).digest('base64url').slice(0, 22)}_${generation}`
      names.set(text, name)
      return name
    },
    invalidate() {
      names.clear()
      generation += 1
    },
  }
}

type Row = Record<string, unknown>
type Answer = { readonly rows: readonly Row[] }

/** How rows are made: with the names that the database has for their columns, or with those that code has. */
export type RowsAs = {
  readonly stored: ReaderOf
  readonly coded: ReaderOf
  readonly toCoded: (row: Row) => Row
}

/** Asks on one connection, for rows with code's names. */
export type AskCoded = (text: string, values: readonly unknown[]) => Promise<readonly Row[]>

/**
 * Has a connection name its statements, so that PostgreSQL parses each once, and soon plans it once, in place of each
 * time: half of its work for a short one. (PostgreSQL's manual, `PREPARE`.) How their rows look is told once as well.
 */
export function nameStatements(client: PoolClient, names: StatementNames, rowsAs: RowsAs): AskCoded {
  const query = client.query.bind(client)
  const ask = async (text: unknown, values: unknown): Promise<Answer> =>
    Reflect.apply<undefined, unknown[], Answer | Promise<Answer>>(query, undefined, [text, values])
  const askerOf = (readerOf: ReaderOf) => {
    const known: KnownAnswers = new Map()
    return async (statement: NamedStatement): Promise<Answer> => {
      try {
        return await new Promise<Answer>((resolve, reject) => {
          const answer = (error: Error | null, answered: Answer = { rows: [] }) =>
            error === null ? resolve(answered) : reject(error)
          query(new NamedQuery(statement, known, readerOf, answer))
        })
      } catch (error) {
        if (isOutdated(error)) names.invalidate()
        // It was made when the answer came, which says nothing of who asked.
        if (error instanceof Error) Error.captureStackTrace(error)
        throw error
      }
    }
  }
  const askStored = askerOf(rowsAs.stored)
  const askCoded = askerOf(rowsAs.coded)
  Object.assign(client, {
    query: async (text: unknown, values: unknown): Promise<unknown> => {
      if (typeof text !== 'string' || !hasValues(values)) return ask(text, values)
      const name = names.of(text)
      return name === undefined ? ask(text, values) : askStored({ name, text, values })
    },
  })
  return async (text, values) => {
    const name = hasValues(values) ? names.of(text) : undefined
    if (name !== undefined) return (await askCoded({ name, text, values })).rows
    return (await ask(text, values)).rows.map(rowsAs.toCoded)
  }
}

/** Without values the server is asked in one message already. */
function hasValues(values: unknown): values is readonly unknown[] {
  return Array.isArray(values) && values.length > 0
}

const outdated = z.object({ code: z.literal('0A000'), routine: z.literal('RevalidateCachedQuery') })

/**
 * Whether a kept statement answers other columns than it did when it was parsed: a migration ran meanwhile. The message
 * says so in the server's language; this is where it comes from.
 */
export function isOutdated(error: unknown): boolean {
  return outdated.safeParse(error).success
}
