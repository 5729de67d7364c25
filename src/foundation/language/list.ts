import { currentLanguage } from './t.ts'

/** Items as the current language lists them: "A, B, and C", or "A, B, C" as a `unit`. */
export function listText(items: readonly string[], type: 'conjunction' | 'unit' = 'conjunction'): string {
  return new Intl.ListFormat(currentLanguage(), { type }).format(items)
}
