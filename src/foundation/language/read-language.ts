import { latest } from '../values/latest.ts'
import { isLanguage } from './languages.ts'

const read = new Map<string, string>()

/** The first of a browser's languages that we speak; English if there is none. Pages ask for it with every view. */
export function languageOf(acceptLanguage: string | undefined): string {
  return latest(read, (acceptLanguage ?? '').slice(0, 200), readLanguage)
}

function readLanguage(acceptLanguage: string): string {
  const wanted = acceptLanguage
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const weight = parameters.map((one) => /^\s*q=([\d.]+)$/.exec(one)?.[1]).find(Boolean)
      return { language: tag.split('-')[0]?.toLowerCase() ?? '', weight: Number(weight ?? 1) }
    })
    .toSorted((one, other) => other.weight - one.weight)
  return wanted.find(({ language, weight }) => weight > 0 && isLanguage(language))?.language ?? 'en'
}

/** The language that a link or a page asks for by its code; undefined if it names none that we speak. */
export function namedLanguage(code: unknown): string | undefined {
  return typeof code === 'string' && isLanguage(code) ? code : undefined
}
