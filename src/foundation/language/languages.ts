/** The languages that buyers' pages and mails speak, by their code; English is the source of all others. */
export const languages = ['en'] as const

export type Language = (typeof languages)[number]

/** English with accents and two fifths longer, to see on a screen what a translation would do to it. */
export const pseudoLanguage = 'en-XA'
