import { sql, type RawBuilder } from 'kysely'

/** The pattern for `ilike` that finds a text anywhere, its own wildcards taken literally. */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** Shorter beginnings of an address are shared by many. */
const leastOfAddress = 3
/** Of a longer text the index of parts of words is asked for so many characters. */
const mostOfIndex = 8

/**
 * Whether an e-mail address has a text in it. What follows an `@` very many have in common, and an index of parts of words
 * reads all of them for each: it is asked for what stands before, and the whole is looked for in the few that have that.
 */
export function emailHas(column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  const own = text.slice(0, text.indexOf('@') + 1)
  return hasEndOf(own.length <= leastOfAddress ? text : own, column, text)
}

/** Whether a name has a text in it. */
export function nameHas(column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  return hasEndOf(text, column, text)
}

/**
 * For each row that has the rarest three letters the index looks up all others: it is asked for the end of a part alone, which
 * tells people apart better than its beginning.
 */
function hasEndOf(part: string, column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  // By characters: half of one is found nowhere.
  const asked = Array.from(part).slice(-mostOfIndex).join('')
  if (asked === text) return sql`${column} ilike ${likePattern(text)}`
  return sql`(${column} ilike ${likePattern(asked)} and ${column} || '' ilike ${likePattern(text)})`
}
