import { languages, readByLawyers } from '#foundation/language/languages.ts'
import { type Finding, good, warning } from './finding.ts'

/** Whether a lawyer has read what buyers agree to in each language. We wrote the English texts ourselves. */
export function checkTranslations(): Finding[] {
  const unread = languages.filter((language) => language !== 'en' && !readByLawyers.has(language))
  if (unread.length === 0) return [good('Lawyers have read the legal texts in every language.')]
  return [
    warning(
      `No lawyer has read the translated consents, withdrawal and cancellation texts: ${unread.join(', ')}.`,
      'Ask a lawyer to read the languages you sell in, or choose your forms’ languages in their editor.',
    ),
  ]
}
