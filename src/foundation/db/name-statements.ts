import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { z } from 'zod'

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
/** Rarer ones are counted up to here. */
const mostCounted = 5_000

/**
 * Gives names to the statements that come often. They are made of the statement, so that two processes which a pooler
 * gives the same connection never mean different ones.
 */
export type StatementNames = {
  readonly of: (text: string) => string | undefined
  /** Names given before are not used again: what the server keeps under them no longer fits its tables. */
  readonly forget: () => void
}

export function createStatementNames(): StatementNames {
  const counts = new Map<string, number>()
  const names = new Map<string, string>()
  let generation = 0
  return {
    of(text) {
      const known = names.get(text)
      if (known !== undefined || names.size >= mostNamed || isPlannedByValue.test(text)) return known
      const count = (counts.get(text) ?? 0) + 1
      if (counts.size >= mostCounted) counts.clear()
      counts.set(text, count)
      if (count < worthNaming) return undefined
      counts.delete(text)
      const name = `${createHash('sha256').update(text).digest('base64url').slice(0, 22)}_${generation}`
      names.set(text, name)
      return name
    },
    forget() {
      names.clear()
      generation += 1
    },
  }
}

/**
 * Has a connection name its statements, so that PostgreSQL parses each once, and soon plans it once, in place of each
 * time: half of its work for a short one. (PostgreSQL's manual, `PREPARE`.)
 */
export function nameStatements(client: PoolClient, names: StatementNames): void {
  const query = client.query.bind(client)
  Object.assign(client, {
    query: async (text: unknown, values: unknown): Promise<unknown> => {
      const name = typeof text === 'string' && hasValues(values) ? names.of(text) : undefined
      if (name === undefined) return Reflect.apply(query, client, [text, values])
      try {
        return await Reflect.apply(query, client, [{ name, text, values }])
      } catch (error) {
        if (isOutdated(error)) names.forget()
        throw error
      }
    },
  })
}

/** Without values the server is asked in one message already. */
function hasValues(values: unknown): boolean {
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
