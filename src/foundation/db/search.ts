import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * A search matches words: each anywhere in one of the columns, in any order. Both sides are compared as the database's
 * `fold_text` (`migrations/baseline/fold-text.ts`) writes them: without accents, apostrophes and case. A column with an
 * index on its folded text uses that.
 */

/** Many addresses share shorter beginnings. */
const leastOfAddress = 3
/** For a longer text, the trigram index is asked for this many characters. */
const mostOfIndex = 8
/** This many words are specific enough; a pasted page is not searched word by word. */
const mostWords = 8
/** A shorter word with "ue" is rarely a name written without its umlaut. */
const leastOfUmlaut = 5

/** Characters around and between copied addresses and names. */
const around = /[\s,;<>"“”„«»‹›()[\]\u200c]+|\bmailto:/iu
/** After a word, as at the end of a sentence. */
const behind = /[.:!?…]+$/u
/** Written with a hyphen, with a space, or as one word. */
const doubleName = /^[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)+$/u
/** The part of a link after an address. */
const ofLink = /(?<=@[^?]+)\?.*$/u

/** The words of a typed text; an address is one word, without its surroundings. */
export function searchWords(q: string): string[] {
  const words = q
    .split(around)
    .map((word) => word.replace(ofLink, '').replace(behind, ''))
    .flatMap((word) => (doubleName.test(word) ? word.split('-') : word))
    .filter((word) => word !== '')
  return words.length === 0 ? [q] : withNumbers(words).slice(0, mostWords)
}

/** A number of one or two digits is everywhere: it is searched together with the preceding word, as in "Course 2". */
function withNumbers(words: readonly string[]): string[] {
  return words.reduce<string[]>((found, word) => {
    const before = found.at(-1)
    return before !== undefined && /^\d{1,2}$/.test(word)
      ? [...found.slice(0, -1), `${before} ${word}`]
      : [...found, word]
  }, [])
}

/** Whether every word of `q` is in one of the columns. */
export function hasWords(q: string, columns: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> {
  return everyWord(q, (word) => anyOf(columns.map((column) => hasPart(column, word))))
}

/** Whether `isFound` holds for every word of `q`. */
export function everyWord(q: string, isFound: (word: string) => RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(searchWords(q).map(isFound), sql` and `)})`
}

/** Whether a text contains this part. */
export function hasPart(column: RawBuilder<unknown>, part: string): RawBuilder<unknown> {
  return anyOf(
    spellingsOf(part).map((spelling) => sql`fold_text(${column}) like folded_pattern(${spelling})`),
  )
}

/**
 * Whether an email address contains a text. Many addresses share what follows `@`, and a trigram index would read all
 * of them, so it searches for the part before it; the few results are checked in full.
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
 * The index looks up every row with the rarest three letters: it is asked for a part's end, which distinguishes people
 * better than its beginning.
 */
function hasEndOf(part: string, column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  // By characters: half of one matches nothing.
  const asked = Array.from(part).slice(-mostOfIndex).join('')
  if (asked === text) return sql`fold_text(${column}) like folded_pattern(${text})`
  return sql`(fold_text(${column}) like folded_pattern(${asked})
    and fold_text(${column} || '') like folded_pattern(${text}))`
}

/** A word as it is, and with its umlauts spelled the other way: Müller finds Mueller, and vice versa. */
function spellingsOf(word: string): string[] {
  const plain = word.normalize('NFC')
  const written = plain.replaceAll(/[äöü]/giu, (umlaut) => `${umlaut.normalize('NFD').charAt(0)}e`)
  const contracted =
    word.length < leastOfUmlaut || word.includes('@') ? word : word.replaceAll(/(?<=[aou])e/giu, '')
  return [...new Set([word, written === plain ? word : written, contracted])]
}

function anyOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const [only] = conditions
  return conditions.length === 1 && only !== undefined ? only : sql`(${sql.join(conditions, sql` or `)})`
}
