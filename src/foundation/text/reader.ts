import { languageOf } from '../language/read-language.ts'
import type { Formats } from './formats.ts'
import { latest } from '../values/latest.ts'
import { formatsOf, localeOf } from './read-formats.ts'

/** How a page is written for its reader. Readers alike are one object, so that others can cache by it. */
export type Reader = {
  readonly language: string
  /** As "de-CH"; null if unknown. */
  readonly locale: string | null
  readonly formats: Formats
}

const readers = new Map<string, Reader>()

/** The reader with a browser's languages. A language that a link asks for also decides the formats of other regions. */
export function readerOf(acceptLanguage: string | undefined, named?: string): Reader {
  const own = localeOf(acceptLanguage)
  const language = named ?? languageOf(acceptLanguage)
  const locale = named === undefined || own?.split('-')[0] === named ? own : named
  return latest(readers, `${language} ${locale ?? ''}`, () => ({
    language,
    locale,
    formats: formatsOf(locale),
  }))
}
