import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * What is typed into a search finds by words: each anywhere in one of the columns, in any order. Both sides are compared as
 * the database's `fold_text` (`migrations/baseline/fold-text.ts`) writes them: without accents, apostrophes and the difference of capitals.
 * A column that has an index of its folded text is found by that.
 */

/** Shorter beginnings of an address are shared by many. */
const leastOfAddress = 3
/** Of a longer text the index of parts of words is asked for so many characters. */
const mostOfIndex = 8
/** So many words tell things apart; a pasted page is not looked for word by word. */
const mostWords = 8
/** A shorter word with an "ue" in it is hardly a name that was written without its umlaut. */
const leastOfUmlaut = 5

/** What surrounds addresses and names where they are copied from, and parts them. */
const around = /[\s,;<>"“”„«»‹›()[\]\u200c]+|\bmailto:/iu
/** Behind a word, as at the end of a sentence. */
const behind = /[.:!?…]+$/u
/** Written with a hyphen, with a blank, or as one word. */
const doubleName = /^[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)+$/u
/** What follows an address in a link. */
const ofLink = /(?<=@[^?]+)\?.*$/u

/** The words of what was typed; an address is one, without what it was copied with. */
export function searchWords(q: string): string[] {
  const words = q
    .split(around)
    .map((word) => word.replace(ofLink, '').replace(behind, ''))
    .flatMap((word) => (doubleName.test(word) ? word.split('-') : word))
    .filter((word) => word !== '')
  return words.length === 0 ? [q] : withNumbers(words).slice(0, mostWords)
}

/** A number of one digit or two is everywhere: it is looked for behind the word that it follows, as in "Course 2". */
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

/** Whether `isFound` holds of every word of `q`. */
export function everyWord(q: string, isFound: (word: string) => RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(searchWords(q).map(isFound), sql` and `)})`
}

/** Whether a text has this part anywhere. */
export function hasPart(column: RawBuilder<unknown>, part: string): RawBuilder<unknown> {
  return anyOf(
    spellingsOf(part).map((spelling) => sql`fold_text(${column}) like folded_pattern(${spelling})`),
  )
}

/**
 * Whether an email address has a text in it. What follows an `@` very many have in common, and an index of parts of words
 * reads all of them for each: it is asked for what stands before, and the whole is looked for in the few that have that.
 */
export function emailHas(column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  const own = text.slice(0, text.indexOf('@') + 1)
  return hasEndOf(own.length <= leastOfAddress ? text : own, column, text)
}

/** Whether a name has a text in it. */
export function nameHas(column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  return anyOf(spellingsOf(text).map((spelling) => hasEndOf(spelling, column, spelling)))
}

/**
 * For each row that has the rarest three letters the index looks up all others: it is asked for the end of a part alone, which
 * tells people apart better than its beginning.
 */
function hasEndOf(part: string, column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  // By characters: half of one is found nowhere.
  const asked = Array.from(part).slice(-mostOfIndex).join('')
  if (asked === text) return sql`fold_text(${column}) like folded_pattern(${text})`
  return sql`(fold_text(${column}) like folded_pattern(${asked})
    and fold_text(${column} || '') like folded_pattern(${text}))`
}

/** A word as it is, and with its umlauts written in the other way: Müller finds Mueller, and the other way round. */
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
