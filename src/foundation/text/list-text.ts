import { currentLanguage } from '#foundation/language/t.ts'

/** Items in one text: "a, b and c"; "a, b or c" as a `disjunction`; "a, b, c" as a `unit`. */
export function listText(
  items: readonly string[],
  type: Intl.ListFormatOptions['type'] = 'conjunction',
): string {
  const language = currentLanguage()
  // American English has a comma before "and".
  return new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type }).format(items)
}
