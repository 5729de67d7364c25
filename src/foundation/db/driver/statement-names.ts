import { createHash } from 'node:crypto'

/**
 * The names of prepared statements, by their text. PostgreSQL parses a named statement once per connection and, after
 * five runs, plans it once for all values, which halves the work for short ones (see `PREPARE` in its manual).
 * Statements whose plan depends on their values, such as searches or sums over time, are not prepared. Only code
 * prepares statements, so there are few.
 */
const names = new Map<string, string>()
let generation = 0

/**
 * The name is derived from the text, so that two processes that share a pooler's connection never use one name for
 * different statements.
 */
export function nameStatement(text: string): void {
  names.set(text, createHash('sha256').update(text).digest('base64url').slice(0, 22))
}

export function nameOf(text: string): string | undefined {
  const name = names.get(text)
  return name === undefined ? undefined : `${name}_${generation}`
}

/** Uses new names, because the server's prepared statements no longer match its tables. */
export function renewNames(): void {
  generation += 1
}
