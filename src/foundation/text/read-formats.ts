import { plainFormats, type Formats } from './formats.ts'
import { latest } from '../values/latest.ts'

/**
 * The browser's first language, such as "de-CH", or null if unknown. Other parts of its tag, such as script or
 * calendar, could identify a browser and make no difference here.
 */
export function localeOf(acceptLanguage: string | undefined): string | null {
  const [first = ''] = (acceptLanguage ?? '').slice(0, 100).split(/[,;]/, 1)
  return latest(locales, first.trim(), readLocale)
}

/**
 * Cached, because nearly every page view needs one of a few languages, and parsing one takes a tenth of the view's
 * time.
 */
const locales = new Map<string, string | null>()

function readLocale(tag: string): string | null {
  try {
    const { language, region } = new Intl.Locale(tag)
    const locale = region === undefined ? language : `${language}-${region}`
    return Intl.NumberFormat.supportedLocalesOf(locale).length === 0 ? null : locale
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const known = new Map<string, Formats>()
/** Each of the few formats is a single object, so that it can be a cache key. */
const distinct = new Map<string, Formats>([[JSON.stringify(plainFormats), plainFormats]])

/** The formats of a language for amounts and dates, or null for an unknown language. */
export function formatsOf(locale: string | null): Formats {
  return locale === null ? plainFormats : latest(known, locale, readFormats)
}

function readFormats(locale: string): Formats {
  const options = {
    style: 'currency',
    currency: 'EUR',
    numberingSystem: 'latn',
    useGrouping: 'always',
  } as const
  const parts = new Intl.NumberFormat(locale, options).formatToParts(1_234_567.8)
  const kinds = parts.map(({ type }) => type)
  const valueOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value
  const isFirst = kinds.indexOf('currency') < kinds.indexOf('integer')
  const isSpaced = /\s/.test(parts[kinds.indexOf('currency') + 1]?.value ?? '')
  const formats: Formats = {
    decimal: valueOf('decimal') ?? plainFormats.decimal,
    group: valueOf('group') ?? plainFormats.group,
    hasLakhs: kinds.filter((kind) => kind === 'group').length === 2 && parts.some(isPair),
    symbol: isFirst ? (isSpaced ? 'first with space' : 'first') : 'last',
    day: dayOrder(locale),
  }
  const key = JSON.stringify(formats)
  const same = distinct.get(key) ?? formats
  distinct.set(key, same)
  return same
}

function isPair({ type, value }: Intl.NumberFormatPart): boolean {
  return type === 'integer' && value.length === 2
}

function dayOrder(locale: string): Formats['day'] {
  const calendar = { calendar: 'gregory', numberingSystem: 'latn' } as const
  // The order of day, month and year in a date with the month's name.
  const kinds = new Intl.DateTimeFormat(locale, { ...calendar, dateStyle: 'medium' })
    .formatToParts(0)
    .map(({ type }) => type)
  if (kinds.indexOf('year') < kinds.indexOf('month')) return 'ymd'
  return kinds.indexOf('month') < kinds.indexOf('day') ? 'mdy' : 'dmy'
}
