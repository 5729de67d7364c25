import { createHash } from 'node:crypto'

/**
 * Names of prepared statements, by text. PostgreSQL parses a named one once per connection and plans it once for all
 * values after five runs, which halves the work of short ones (see `PREPARE` in its manual). Statements that depend on
 * their values, such as searches or sums over time, are not prepared. Only code prepares, so there are few.
 */
const names = new Map<string, string>()
let generation = 0

/** The name is derived from the text: two processes sharing a pooler's connection never mean different statements. */
export function nameStatement(text: string): void {
  names.set(text, createHash('sha256').update(text).digest('base64url').slice(0, 22))
}

export function nameOf(text: string): string | undefined {
  const name = names.get(text)
  return name === undefined ? undefined : `${name}_${generation}`
}

/** Earlier names are not reused: the server's statements no longer match its tables. */
export function renewNames(): void {
  generation += 1
}
