import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/**
 * Noto fonts for characters that the document's own typeface lacks. Each font consists of several files for different
 * characters.
 */
const packages = {
  arabic: import.meta.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'),
  hebrew: import.meta.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json'),
  thai: import.meta.resolve('@fontsource-variable/noto-sans-thai/unicode.json'),
  devanagari: import.meta.resolve('@fontsource-variable/noto-sans-devanagari/unicode.json'),
  tamil: import.meta.resolve('@fontsource-variable/noto-sans-tamil/unicode.json'),
  bengali: import.meta.resolve('@fontsource-variable/noto-sans-bengali/unicode.json'),
  malayalam: import.meta.resolve('@fontsource-variable/noto-sans-malayalam/unicode.json'),
  gujarati: import.meta.resolve('@fontsource-variable/noto-sans-gujarati/unicode.json'),
  telugu: import.meta.resolve('@fontsource-variable/noto-sans-telugu/unicode.json'),
  kannada: import.meta.resolve('@fontsource-variable/noto-sans-kannada/unicode.json'),
  gurmukhi: import.meta.resolve('@fontsource-variable/noto-sans-gurmukhi/unicode.json'),
  oriya: import.meta.resolve('@fontsource-variable/noto-sans-oriya/unicode.json'),
  khmer: import.meta.resolve('@fontsource-variable/noto-sans-khmer/unicode.json'),
  ethiopic: import.meta.resolve('@fontsource-variable/noto-sans-ethiopic/unicode.json'),
  sinhala: import.meta.resolve('@fontsource-variable/noto-sans-sinhala/unicode.json'),
  myanmar: import.meta.resolve('@fontsource-variable/noto-sans-myanmar/unicode.json'),
  thaana: import.meta.resolve('@fontsource-variable/noto-sans-thaana/unicode.json'),
  tibetan: import.meta.resolve('@fontsource-variable/noto-serif-tibetan/unicode.json'),
  mongolian: import.meta.resolve('@fontsource/noto-sans-mongolian/unicode.json'),
  cherokee: import.meta.resolve('@fontsource/noto-sans-cherokee/unicode.json'),
  adlam: import.meta.resolve('@fontsource/noto-sans-adlam/unicode.json'),
  syriac: import.meta.resolve('@fontsource/noto-sans-syriac/unicode.json'),
  javanese: import.meta.resolve('@fontsource/noto-sans-javanese/unicode.json'),
  balinese: import.meta.resolve('@fontsource/noto-sans-balinese/unicode.json'),
  sundanese: import.meta.resolve('@fontsource/noto-sans-sundanese/unicode.json'),
  coptic: import.meta.resolve('@fontsource/noto-sans-coptic/unicode.json'),
  yi: import.meta.resolve('@fontsource/noto-sans-yi/unicode.json'),
  vai: import.meta.resolve('@fontsource/noto-sans-vai/unicode.json'),
  meetei: import.meta.resolve('@fontsource/noto-sans-meetei-mayek/unicode.json'),
  santali: import.meta.resolve('@fontsource/noto-sans-ol-chiki/unicode.json'),
  sc: import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  tc: import.meta.resolve('@fontsource-variable/noto-sans-tc/unicode.json'),
  jp: import.meta.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  kr: import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
  emoji: import.meta.resolve('@fontsource-variable/noto-emoji/unicode.json'),
}
type Family = keyof typeof packages

/** A file of a font family: its path and its rank. The last files have the most common characters. */
type Slice = { readonly file: string; readonly place: number }
type Coverage = ReadonlyMap<number, Slice>

const scripts: readonly (readonly [RegExp, Family])[] = [
  [/\p{Script_Extensions=Arabic}/u, 'arabic'],
  [/\p{Script_Extensions=Hebrew}/u, 'hebrew'],
  [/\p{Script_Extensions=Thai}/u, 'thai'],
  [/\p{Script_Extensions=Devanagari}/u, 'devanagari'],
  [/\p{Script_Extensions=Tamil}/u, 'tamil'],
  [/\p{Script_Extensions=Bengali}/u, 'bengali'],
  [/\p{Script_Extensions=Malayalam}/u, 'malayalam'],
  [/\p{Script_Extensions=Gujarati}/u, 'gujarati'],
  [/\p{Script_Extensions=Telugu}/u, 'telugu'],
  [/\p{Script_Extensions=Kannada}/u, 'kannada'],
  [/\p{Script_Extensions=Gurmukhi}/u, 'gurmukhi'],
  [/\p{Script_Extensions=Oriya}/u, 'oriya'],
  [/\p{Script_Extensions=Khmer}/u, 'khmer'],
  [/\p{Script_Extensions=Ethiopic}/u, 'ethiopic'],
  [/\p{Script_Extensions=Sinhala}/u, 'sinhala'],
  [/\p{Script_Extensions=Myanmar}/u, 'myanmar'],
  [/\p{Script_Extensions=Thaana}/u, 'thaana'],
  [/\p{Script_Extensions=Tibetan}/u, 'tibetan'],
  [/\p{Script_Extensions=Mongolian}/u, 'mongolian'],
  [/\p{Script_Extensions=Cherokee}/u, 'cherokee'],
  [/\p{Script_Extensions=Adlam}/u, 'adlam'],
  [/\p{Script_Extensions=Syriac}/u, 'syriac'],
  [/\p{Script_Extensions=Javanese}/u, 'javanese'],
  [/\p{Script_Extensions=Balinese}/u, 'balinese'],
  [/\p{Script_Extensions=Sundanese}/u, 'sundanese'],
  [/\p{Script_Extensions=Coptic}/u, 'coptic'],
  [/\p{Script_Extensions=Yi}/u, 'yi'],
  [/\p{Script_Extensions=Vai}/u, 'vai'],
  [/\p{Script_Extensions=Meetei_Mayek}/u, 'meetei'],
  [/\p{Script_Extensions=Ol_Chiki}/u, 'santali'],
  [/\p{Emoji_Presentation}|\ufe0f|\u20e3/u, 'emoji'],
]
const eastAsian =
  /[\u2e80-\u33ff\uff00-\uffef\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u

/** Whether text contains a script that the document's own typeface, DejaVu, does not cover. */
export function needsScriptFonts(text: string): boolean {
  return eastAsian.test(text) || scripts.some(([script]) => script.test(text))
}

/**
 * A name within one of our sentences. Even if it is right-to-left, it does not change the direction of the
 * sentence.
 */
export function nameWithin(name: string): string {
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thaana}\p{Script=Syriac}\p{Script=Adlam}\p{Script=Nko}]/u.test(
    name,
  )
    ? `\u2068${name}\u2069`
    : name
}

export type Piece = { readonly text: string; readonly file: string | null }
export type FontChooser = (text: string) => readonly Piece[]

/**
 * Chooses a font file for each character of the text, including marks. Null stands for the document's own. Chinese,
 * Japanese and Korean share characters with different shapes: the text itself decides if it is clear, then the buyer's
 * `locale`, and then the most common use.
 */
export async function chooseFonts(texts: readonly string[], locale?: string | null): Promise<FontChooser> {
  const all = texts.join('\n')
  // The character that replaces those without a shape (see `legible.ts`).
  const needed = `${all}\n${all.normalize('NFKC')}`
  const families = scripts.filter(([script]) => script.test(needed)).map(([, family]) => family)
  if (eastAsian.test(needed)) families.push('sc', 'tc', 'jp', 'kr')
  const coverages = new Map(
    await Promise.all(families.map(async (family) => [family, await coverageOf(family)] as const)),
  )
  return (text) => {
    const order = eastAsian.test(text) ? eastAsianOrder(text, locale, coverages) : []
    return Array.from(graphemes.segment(text), ({ segment }) => {
      const [, family] = scripts.find(([script]) => script.test(segment)) ?? []
      const tried = family === undefined ? (eastAsian.test(segment) ? order : []) : [family]
      const found = tried.flatMap((name) => coverages.get(name)?.get(segment.codePointAt(0) ?? 0) ?? [])
      return { text: segment, file: found[0]?.file ?? null }
    })
  }
}

export const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function eastAsianOrder(
  text: string,
  locale: string | null | undefined,
  coverages: ReadonlyMap<Family, Coverage>,
): Family[] {
  const points = Array.from(
    text.match(/\p{Script=Han}/gu) ?? [],
    (character) => character.codePointAt(0) ?? 0,
  )
  const usual = (family: Family) =>
    points.reduce((sum, point) => sum + (coverages.get(family)?.get(point)?.place ?? -1000), 0)
  const byUse = (['sc', 'tc', 'jp', 'kr'] as const).toSorted((one, other) => usual(other) - usual(one))
  const said = saidBy(text) ?? spokenBy(locale)
  return said === undefined ? byUse : [said, ...byUse]
}

function saidBy(text: string): Family | undefined {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp'
  return /\p{Script=Hangul}/u.test(text) ? 'kr' : undefined
}

function spokenBy(locale: string | null | undefined): Family | undefined {
  if (locale === null || locale === undefined) return undefined
  const { language, script } = new Intl.Locale(locale).maximize()
  if (language === 'ja') return 'jp'
  if (language === 'ko') return 'kr'
  if (language === 'zh') return script === 'Hant' ? 'tc' : 'sc'
  return undefined
}

const loading = new Map<Family, Promise<Coverage>>()

/** The characters in each file, read once when a text first needs the family. */
function coverageOf(family: Family): Promise<Coverage> {
  const known = loading.get(family)
  if (known !== undefined) return known
  const read = readCoverage(packages[family])
  loading.set(family, read)
  return read
}

const ranges = z.record(z.string(), z.string())

async function readCoverage(url: string): Promise<Coverage> {
  const read = ranges.parse(JSON.parse(await readFile(fileURLToPath(url), 'utf8')))
  const name = url.split('/').at(-2)
  // For scripts without a variable font, regular and bold are the same.
  const weight = url.includes('/@fontsource/') ? '400' : 'wght'
  const coverage = new Map<number, Slice>()
  for (const [slice, covered] of Object.entries(read)) {
    const place = Number(/\d+/.exec(slice)?.[0] ?? 0)
    const file = new URL(`files/${name}-${slice.replaceAll(/[[\]]/g, '')}-${weight}-normal.woff2`, url).href
    for (const range of covered.split(',')) {
      const [first = '', last = first] = range.replace('U+', '').split('-')
      for (let point = parseInt(first, 16); point <= parseInt(last, 16); point += 1) {
        coverage.set(point, { file, place })
      }
    }
  }
  return coverage
}
