/** The languages that buyers' pages and emails speak, by their code; English is the source of all others. */
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
 * The languages whose legal texts were read by a lawyer of a country where they are spoken; `locales/README.md` says
 * who, and when.
 */
export const readByLawyers: ReadonlySet<string> = new Set<Language>()

export type Language = (typeof languages)[number]

/** English with accents and two fifths longer, to show what a translation would do to a screen. */
export const pseudoLanguage = 'en-XA'

const known: ReadonlySet<string> = new Set([...languages, pseudoLanguage])

export function isLanguage(code: string): boolean {
  return known.has(code)
}

/** How text runs in a language. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/** The header with which a page's script asks for answers in the page's language. */
export const languageHeader = 'tillform-language'
