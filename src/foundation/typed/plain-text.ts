/**
 * Removes what input methods, web pages and chats add to typed text, and returns the same characters in simple form.
 * Addresses, amounts, numbers and codes are first processed by it.
 */

/** The scripts in which U+200C and U+200D join or separate letters: Arabic, Indic and related ones. */
const joining = '[\\u0600-\\u1cff\\ua800-\\uabff\\ufb50-\\ufdff\\ufe70-\\ufefc]'

/** A joiner that has an effect: between such letters, at the end of a word it shapes, or inside an emoji. */
const joiner = `(?<=${joining})(?:\\u200c(?=${joining})|\\u200d)|(?<=[\\p{ExtPict}\\p{EMod}\\ufe0f])\\u200d(?=\\p{ExtPict})`

/** Zero-width marks. Direction marks affect nearby right-to-left text. */
const unseen = new RegExp(
  [
    `(?!${joiner})[\\u200c\\u200d]`,
    // Marks that select the form of a character or spell the flags of regions.
    '(?<![\\p{Emoji}\\p{S}\\p{Lo}\\ufe00-\\ufe0f\\u{e0000}-\\u{e01ef}])[\\ufe00-\\ufe0f\\u{e0000}-\\u{e01ef}]+',
    '[\\u00ad\\u180e\\u200b\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufff0-\\ufffb]',
  ].join('|'),
  'gu',
)
const fromTheRight = /[\u0590-\u08ff\ufb1d-\ufefc]|[\u{10800}-\u{1efff}]/u

/** Text without invisible marks that have no effect. Marks that a script or an emoji needs stay. */
export function withoutUnseen(text: string): string {
  const seen = text.replaceAll(unseen, '')
  const plain = seen.replaceAll(/[\u061c\u200e\u200f]/g, '')
  return fromTheRight.test(plain) ? seen : plain
}

/** Accents and enclosing marks, on letters of any script. */
const accent = new RegExp(String.raw`[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]`)

/**
 * More marks than any script puts on one letter: more than four accents (phonetic writing has four), more than two of
 * the same accent, or more than ten of a script's own marks, such as the parts of a Tibetan letter.
 */
const most = { accents: 4, same: 2, own: 10 }

/** Text without piles of marks on its letters, which would reach into nearby lines. */
function withoutPiles(text: string): string {
  return text.replaceAll(/[\p{Mn}\p{Me}\p{Cf}]{3,}/gu, (marks) => {
    const counts = new Map<string, number>()
    return Array.from(marks)
      .filter((mark) => {
        // These marks select a form and are not drawn above or below a letter.
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

/** Text on a single line: line breaks become spaces, and a line can break at every space of ordinary width. */
export function plainLine(text: string): string {
  const joined = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/[\u00a0\u2007\u202f]/g, ' ')
  return withoutPiles(withoutUnseen(joined))
}
