/**
 * The length of the shortest word in which "ue" may stand for an umlaut. Shorter names with "ue" are rarely written
 * without the umlaut.
 */
const leastOfUmlaut = 5

/**
 * Letters that are written as two if a keyboard or form lacks them. Without their mark, they are the first of the two.
 */
const pairs = new Map(Object.entries({ ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa', đ: 'dj' }))
const marked = new RegExp(`[${[...pairs.keys()].join('')}]`, 'giu')

/** Arabic names of two parts, such as Abd al-Rahman, which are written with or without a space. */
const joined = /^(عبد|[اأ]بو|[اأ]م|ا?بن)(?=ال)/u

/** A word as typed, and in its other spellings: Müller finds Mueller, Håkon Haakon, Đorđe Djordje, and vice versa. */
export function spellingsOf(word: string): string[] {
  const plain = word.normalize('NFC')
  const written = plain.replaceAll(marked, (letter) => pairs.get(letter.toLowerCase()) ?? letter)
  const contracted =
    word.length < leastOfUmlaut || word.includes('@')
      ? word
      : word.replaceAll(/(?<=[aou])e|(?<=a)a|(?<=d)j/giu, '')
  const parted = plain.replace(joined, '$1 ')
  return [
    ...new Set([word, written === plain ? word : written, contracted, parted === plain ? word : parted]),
  ]
}
