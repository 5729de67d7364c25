import { createHash } from 'node:crypto'
import { readCatalog } from './catalog.ts'
import type { Compiled } from './compiled.ts'
import { compiledFor } from './t.ts'
import type { Speech } from './words.ts'

/** The messages of a page's script by their ids, as listed by the build. */
export type WordList = {
  readonly first: Readonly<Record<string, string>>
  /** The messages of the parts that the page loads later. */
  readonly later: Readonly<Record<string, string>>
}

/** A page's texts in every language, made when they are first needed. */
export type PageWords = {
  readonly in: (language: string) => Speech
  /** The JSON for the path of a page's texts, or undefined for another path. */
  readonly laterIn: (language: string, version: string) => string | undefined
}

/** Makes a page's texts. `pathOf` returns the path of the later texts, which contains their version. */
export function openWords(list: WordList, pathOf: (language: string, version: string) => string): PageWords {
  const made = new Map<
    string,
    { readonly speech: Speech; readonly later: string; readonly version: string }
  >()
  const make = (language: string) => {
    const later = JSON.stringify(translate(list.later, language))
    const version = createHash('sha256').update(later).digest('base64url').slice(0, 8)
    const path = later === '{}' ? null : pathOf(language, version)
    return { speech: { language, words: translate(list.first, language), later: path }, later, version }
  }
  const find = (language: string) => {
    const found = made.get(language) ?? make(language)
    made.set(language, found)
    return found
  }
  return {
    in: (language) => find(language).speech,
    laterIn(language, version) {
      const found = find(language)
      return found.version === version ? found.later : undefined
    },
  }
}

/** All texts of a language by their messages, for the development server, which does not know what a page needs. */
export function allWords(language: string): Speech {
  const words = [...readCatalog(language).keys()].map(
    (message) => [message, compiledFor(message, language)] as const,
  )
  return { language, words: Object.fromEntries(words), later: null }
}

function translate(messages: WordList['first'], language: string): Record<string, Compiled> {
  return Object.fromEntries(
    Object.entries(messages).map(([id, message]) => [id, compiledFor(message, language)]),
  )
}
