/** The languages of buyers' pages and emails, by their code. English is the source of all others. */
export const languages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pt',
  'pl',
  'sv',
  'da',
  'fi',
  'cs',
  'ja',
  'ko',
  'ar',
] as const

/**
 * The languages whose legal texts were reviewed by a lawyer in a country where they are spoken.
 * `locales/README.md` says by whom and when.
 */
export const readByLawyers: ReadonlySet<string> = new Set<Language>()

export type Language = (typeof languages)[number]

/** A test language: English with accents, and two fifths longer, to show how a translation would affect a screen. */
export const pseudoLanguage = 'en-XA'

const known: ReadonlySet<string> = new Set([...languages, pseudoLanguage])

export function isLanguage(code: string): boolean {
  return known.has(code)
}

/** The direction in which a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/** The header with which a page's script requests responses in the page's language. */
export const languageHeader = 'tillform-language'
