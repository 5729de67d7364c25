import { latest } from '../values/latest.ts'
import { isLanguage, pseudoLanguage } from './languages.ts'

const read = new Map<string, string>()

/**
 * The first of a browser's languages that we speak, or that are `among` a page's; if there is none, English or the first
 * among these. Pages ask for it with every view.
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
 * The language that a link or a page asks for by its code, in any case and with any region; undefined if it names none
 * that we speak, or none `among` a page's. The pseudo-language is spoken everywhere but in production.
 */
export function namedLanguage(code: unknown, among: readonly string[] | null = null): string | undefined {
  if (typeof code !== 'string') return undefined
  if (code === pseudoLanguage) return process.env['NODE_ENV'] === 'production' ? undefined : code
  const [language = ''] = code.toLowerCase().split('-', 1)
  return isLanguage(language) && (among?.includes(language) ?? true) ? language : undefined
}

/** The language that a link asks for: the first, if it names several. */
export function linkedLanguage(url: string, among: readonly string[] | null = null): string | undefined {
  const query = url.split('?', 2)[1]
  return query?.includes('lang') ? namedLanguage(new URLSearchParams(query).get('lang'), among) : undefined
}

/** A page's language, or the first of a form's own if it is none of them. */
export function languageAmong(language: string, among: readonly string[] | null): string {
  return namedLanguage(language, among) ?? among?.[0] ?? language
}
