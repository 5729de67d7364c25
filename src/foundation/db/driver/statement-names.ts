import { createHash } from 'node:crypto'

/**
 * The names of prepared statements, by their texts. PostgreSQL parses a named one once on each connection, and after five
 * runs plans it once for all values, which halves its work for a short one. (Its manual, `PREPARE`.) What has to be planned
 * by its values, such as a search or sums over a time, is not prepared. Only code prepares, so there are few.
 */
const names = new Map<string, string>()
let generation = 0

/** The name is made of the text: two processes that a pooler gives the same connection never mean different ones. */
export function nameStatement(text: string): void {
  names.set(text, createHash('sha256').update(text).digest('base64url').slice(0, 22))
}

export function nameOf(text: string): string | undefined {
  const name = names.get(text)
  return name === undefined ? undefined : `${name}_${generation}`
}

/** Names given before are not used again: what the server keeps under them no longer fits its tables. */
export function renewNames(): void {
  generation += 1
}
