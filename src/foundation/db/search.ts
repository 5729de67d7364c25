import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { spellingsOf } from '#foundation/typed/spellings.ts'

/**
 * Searches match words: each word anywhere in one of the columns, in any order. Both sides are compared as
 * the database's `fold_text` (`migrations/baseline/fold-text.ts`) writes them: without accents, apostrophes
 * and case. A column with an index on its folded text uses that index.
 */

/** The minimum length of the part of an email address to search for, because too many addresses share shorter ones. */
const leastOfAddress = 3
/** The maximum number of characters that are looked up in the trigram index. */
const mostOfIndex = 8
/** The number of words to search for. The limit keeps a pasted page from being searched word by word. */
const mostWords = 8
/** Characters that surround and separate copied email addresses and names. */
const around = /[\s,;<>"“”„«»‹›()[\]\u200c]+|\bmailto:/iu
/** Punctuation after a word, as at the end of a sentence. */
const behind = /[.:!?…]+$/u
/** A double name, which can be written with a hyphen, with a space, or as one word. */
const doubleName = /^[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)+$/u
/** The part of a mail link after the email address. */
const ofLink = /(?<=@[^?]+)\?.*$/u

/** The words of the typed text. An email address counts as one word, without the characters around it. */
export function searchWords(q: string): string[] {
  const words = q
    .split(around)
    .map((word) => word.replace(ofLink, '').replace(behind, ''))
    .flatMap((word) => (doubleName.test(word) ? word.split('-') : word))
    .filter((word) => word !== '')
  return words.length === 0 ? [q] : withNumbers(words).slice(0, mostWords)
}

/**
 * A number with one or two digits appears everywhere, so it is searched together with the preceding word, as
 * in "Course 2".
 */
function withNumbers(words: readonly string[]): string[] {
  return words.reduce<string[]>((found, word) => {
    const before = found.at(-1)
    return before !== undefined && /^\d{1,2}$/.test(word)
      ? [...found.slice(0, -1), `${before} ${word}`]
      : [...found, word]
  }, [])
}

/** Whether every word of `q` appears in one of the columns. */
export function hasWords(q: string, columns: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> {
  return everyWord(q, (word) => anyOf(columns.map((column) => hasPart(column, word))))
}

/** Whether `isFound` is true for every word of `q`. */
export function everyWord(q: string, isFound: (word: string) => RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(searchWords(q).map(isFound), sql` and `)})`
}

/** Whether the column's text contains this part. */
export function hasPart(column: RawBuilder<unknown>, part: string): RawBuilder<unknown> {
  return anyOf(
    spellingsOf(part).map((spelling) => sql`fold_text(${column}) like folded_pattern(${spelling})`),
  )
}

/**
 * Whether an email address contains the typed text. Many addresses share what follows the `@`, and a trigram index
 * would read all of them, so this searches for the part before it. The few results are checked in full.
 */
export function emailHas(column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  const own = text.slice(0, text.indexOf('@') + 1)
  return hasEndOf(own.length <= leastOfAddress ? text : own, column, text)
}

/** Whether a name contains a text. */
export function nameHas(column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  return anyOf(spellingsOf(text).map((spelling) => hasEndOf(spelling, column, spelling)))
}

/**
 * The index reads every row with the rarest three letters, so the end of the part is looked up, which distinguishes
 * people better than its beginning.
 */
function hasEndOf(part: string, column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  // Counts whole characters, because half a character matches nothing.
  const asked = Array.from(part).slice(-mostOfIndex).join('')
  if (asked === text) return sql`fold_text(${column}) like folded_pattern(${text})`
  return sql`(fold_text(${column}) like folded_pattern(${asked})
    and fold_text(${column} || '') like folded_pattern(${text}))`
}

function anyOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const [only] = conditions
  return conditions.length === 1 && only !== undefined ? only : sql`(${sql.join(conditions, sql` or `)})`
}
