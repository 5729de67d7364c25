import { currentLanguage } from '#foundation/language/t.ts'

/** Joins items as the current language does: "A, B and C", "A, B or C" as a `disjunction`, "A, B, C" as a `unit`. */
export function listText(
  items: readonly string[],
  type: 'conjunction' | 'disjunction' | 'unit' = 'conjunction',
): string {
  const language = currentLanguage()
  // American English has a comma before "and".
  return new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type }).format(items)
}
