import { latest } from '../values/latest.ts'
import { isLanguage, pseudoLanguage } from './languages.ts'

const read = new Map<string, string>()

/**
 * The first of a browser's languages that the product supports, or that is `among` a page's. If there is none, English
 * or the page's first language. This runs for every page view.
 */
export function languageOf(
  acceptLanguage: string | undefined,
  among: readonly string[] | null = null,
): string {
  const accepted = (acceptLanguage ?? '').slice(0, 200)
  return latest(read, `${among?.join() ?? ''};${accepted}`, () => readLanguage(accepted, among))
}

function readLanguage(acceptLanguage: string, among: readonly string[] | null): string {
  const wanted = acceptLanguage
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const weight = parameters.map((one) => /^\s*q=([\d.]+)$/.exec(one)?.[1]).find(Boolean)
      return { language: tag.split('-')[0]?.toLowerCase() ?? '', weight: Number(weight ?? 1) }
    })
    .toSorted((one, other) => other.weight - one.weight)
  const isSpoken = (language: string) => among?.includes(language) ?? isLanguage(language)
  return (
    wanted.find(({ language, weight }) => weight > 0 && isSpoken(language))?.language ?? among?.[0] ?? 'en'
  )
}

/**
 * The language that a link or page requests by its code, in upper or lower case and with any region.
 * Undefined if the product does not support it, or if it is not `among` a page's. The pseudo-language is
 * supported everywhere except in production.
 */
export function namedLanguage(code: unknown, among: readonly string[] | null = null): string | undefined {
  if (typeof code !== 'string') return undefined
  if (code === pseudoLanguage) return process.env['NODE_ENV'] === 'production' ? undefined : code
  const [language = ''] = code.toLowerCase().split('-', 1)
  return isLanguage(language) && (among?.includes(language) ?? true) ? language : undefined
}

/** The language that a link requests, or the first if it has several. */
export function linkedLanguage(url: string, among: readonly string[] | null = null): string | undefined {
  const query = url.split('?', 2)[1]
  return query?.includes('lang') ? namedLanguage(new URLSearchParams(query).get('lang'), among) : undefined
}

/** The language of a page. If the form does not have it, the form's first language. */
export function languageAmong(language: string, among: readonly string[] | null): string {
  return namedLanguage(language, among) ?? among?.[0] ?? language
}
