/**
 * What people type, without what an input method, a web page or a chat has put into it: the same characters in their plain
 * form. The readers of addresses, amounts, numbers and codes begin with it.
 */

/** Where scripts have their letters that join and part them by U+200C and U+200D: those of Arabia, India and around. */
const joining = '[\\u0600-\\u1cff\\ua800-\\uabff\\ufb50-\\ufdff\\ufe70-\\ufefc]'

/** A joiner that does something: between such letters, at the end of a word that it shapes, or between the parts of an emoji. */
const joiner = `(?<=${joining})(?:\\u200c(?=${joining})|\\u200d)|(?<=[\\p{ExtPict}\\p{EMod}\\ufe0f])\\u200d(?=\\p{ExtPict})`

/** Marks without width. Those that give a direction to what stands beside them do so in a text that is read from the right. */
const unseen = new RegExp(
  [
    `(?!${joiner})[\\u200c\\u200d]`,
    // They say in which of its forms a letter or a sign is shown, and spell the flag of a part of a country.
    '(?<![\\p{Emoji}\\p{S}\\p{Lo}\\ufe00-\\ufe0f\\u{e0000}-\\u{e01ef}])[\\ufe00-\\ufe0f\\u{e0000}-\\u{e01ef}]+',
    '[\\u00ad\\u180e\\u200b\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufff0-\\ufffb]',
  ].join('|'),
  'gu',
)
const fromTheRight = /[\u0590-\u08ff\ufb1d-\ufefc]|[\u{10800}-\u{1efff}]/u

/** A text without the marks that nobody sees and that change nothing; what a script or an emoji is spelled with stays. */
export function withoutUnseen(text: string): string {
  const seen = text.replaceAll(unseen, '')
  const plain = seen.replaceAll(/[\u061c\u200e\u200f]/g, '')
  return fromTheRight.test(plain) ? seen : plain
}

/** Accents and what encircles, of any script's letters. */
const accent = new RegExp(String.raw`[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]`)

/**
 * More marks than any writing has above and beneath one letter: four accents, as phonetic writing has, twice the same,
 * and of a script's own marks ten, the parts of a Tibetan letter.
 */
const most = { accents: 4, same: 2, own: 10 }

/** A text whose letters have no piles of marks on them, which reach into the lines around. */
function withoutPiles(text: string): string {
  return text.replaceAll(/[\p{Mn}\p{Me}\p{Cf}]{3,}/gu, (marks) => {
    const counts = new Map<string, number>()
    return Array.from(marks)
      .filter((mark) => {
        // These choose a form and are no marks above or beneath.
        if (/[\p{Cf}\p{Variation_Selector}]/u.test(mark)) return true
        const kind = accent.test(mark) ? 'accents' : 'own'
        const [same = 0, all = 0] = [counts.get(mark), counts.get(kind)]
        if (same >= most.same || all >= most[kind]) return false
        counts.set(mark, same + 1).set(kind, all + 1)
        return true
      })
      .join('')
  })
}

/** A text of one line: what was broken is joined by a blank, and every blank of a usual width may be broken at. */
export function plainLine(text: string): string {
  const joined = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/[\u00a0\u2007\u202f]/g, ' ')
  return withoutPiles(withoutUnseen(joined))
}
