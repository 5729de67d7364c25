// Finds English text in places that should be in another language.
import { listCountries } from '#accounts/invoice-details/countries.ts'
import { readCatalog } from '#foundation/language/catalog.ts'
import { compile } from '#foundation/language/compile.ts'
import type { Compiled } from '#foundation/language/compiled.ts'
import { languageName } from '#foundation/language/language-name.ts'
import { pseudoLanguage } from '#foundation/language/languages.ts'

const words = /\p{L}[\p{L}\p{M}]*/gu
const wordsIn = (text: string) => (text.match(words) ?? []).map((word) => word.toLowerCase())

/** Addresses, links and ids, which belong to no language. */
const codes = /\S+@\S+|\S+:\/\/\S+|\b[\da-f]{8}-[\da-f-]{27}\b|\b\w*\d\w*\b/gi

/** A message's own texts, in all of its cases. */
function piecesOf(compiled: Compiled): string[] {
  if (typeof compiled === 'string') return [compiled]
  return compiled.flatMap((part) => {
    if (typeof part === 'string') return [part]
    return part.length === 3 ? Object.values(part[2]).flatMap(piecesOf) : []
  })
}

/**
 * A function that returns the English words in a text, if any. `allowed` contains names and other words that are the
 * same in every language. In the pseudo-language, every word of a message has an accent. In others, English words are
 * those that occur in messages and country names but never in their translations.
 */
export function findEnglish(language: string, allowed: string): (text: string) => string[] {
  // The language menu shows each language under its own name.
  const own = new Set(wordsIn(`${allowed} ${languageName(language)}`))
  const isEnglish =
    language === pseudoLanguage
      ? (word: string) => /^[a-z]{2,}$/.test(word) && /[aeiouy]/.test(word)
      : inCatalogOf(language)
  return (text) => wordsIn(text.replaceAll(codes, ' ')).filter((word) => !own.has(word) && isEnglish(word))
}

function inCatalogOf(language: string): (word: string) => boolean {
  const catalog = readCatalog(language)
  const [english, translated] = [new Set<string>(), new Set<string>()]
  for (const message of catalog.keys()) {
    for (const piece of piecesOf(compile(message))) {
      for (const word of wordsIn(piece)) if (/^[a-z]{2,}$/.test(word)) english.add(word)
    }
    for (const piece of piecesOf(compile(catalog.get(message) ?? ''))) {
      for (const word of wordsIn(piece)) translated.add(word)
    }
  }
  const [inEnglish, inOther] = ['en', language].map((one) => new Intl.DisplayNames(one, { type: 'region' }))
  for (const code of listCountries().map(({ code: of }) => of)) {
    for (const word of wordsIn(inEnglish?.of(code) ?? '')) english.add(word)
    for (const word of wordsIn(inOther?.of(code) ?? '')) translated.add(word)
  }
  return (word) => english.has(word) && !translated.has(word)
}
