import { sql, type RawBuilder } from 'kysely'

/** The pattern for `ilike` that finds a text anywhere, its own wildcards taken literally. */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** Shorter beginnings of an address are shared by many. */
const leastOfAddress = 3

/**
 * Whether an e-mail address has a text in it. What follows an `@` very many have in common, and an index of parts of words
 * reads all of them for each: it is asked for what stands before, and the whole is looked for in the few that have that.
 */
export function emailHas(column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  const whole = likePattern(text)
  const own = text.slice(0, text.indexOf('@') + 1)
  if (own.length <= leastOfAddress) return sql`${column} ilike ${whole}`
  return sql`(${column} ilike ${likePattern(own)} and ${column} || '' ilike ${whole})`
}
