import { languageOf, namedLanguage } from '../language/read-language.ts'
import type { Formats } from './formats.ts'
import { latest } from '../values/latest.ts'
import { formatsOf, localeOf } from './read-formats.ts'

/** How a page is written for its reader. Similar readers share one object, so that it can be a cache key. */
export type Reader = {
  readonly language: string
  /** As "de-CH"; null if unknown. */
  readonly locale: string | null
  readonly formats: Formats
}

/** Cached by what the browser and the link request, because every page view needs it. */
const asking = new Map<string, Reader>()
const readers = new Map<string, Reader>()

/**
 * The reader for a browser's languages, in the language that a link or page requests if it is `among` the page's.
 * Formats are those of the browser's region, unless the language differs.
 */
export function readerOf(
  acceptLanguage: string | undefined,
  asked?: string,
  among: readonly string[] | null = null,
): Reader {
  const key = `${asked ?? ''};${among?.join() ?? ''};${(acceptLanguage ?? '').slice(0, 200)}`
  return latest(asking, key, () => findReader(acceptLanguage, asked, among))
}

function findReader(
  acceptLanguage: string | undefined,
  asked: string | undefined,
  among: readonly string[] | null,
): Reader {
  const own = localeOf(acceptLanguage)
  const language = namedLanguage(asked, among) ?? languageOf(acceptLanguage, among)
  const isOfBrowser = language === languageOf(acceptLanguage) || own?.split('-')[0] === language
  const locale = isOfBrowser ? own : language
  return latest(readers, `${language} ${locale ?? ''}`, () => ({
    language,
    locale,
    formats: formatsOf(locale),
  }))
}
