import type { Compiled } from './compiled.ts'

/** A page's texts, by the ids of their messages. */
export type Words = Readonly<Record<string, Compiled>>

/** The texts that a document contains for its script. */
export type Speech = {
  readonly language: string
  readonly words: Words
  /** The path of the texts for the later parts of the page, or null if there are none. */
  readonly later: string | null
}

let words: Words = {}
let language = 'en'

/** Adds texts to a page in the browser and sets its language. */
export function registerWords(added: Words, spoken: string): void {
  words = { ...words, ...added }
  language = spoken
}

/** Adds English texts for those that the document lacks. Only the development server needs this. */
export function registerDefaults(added: Words): void {
  words = { ...added, ...words }
}

export function pageLanguage(): string {
  return language
}

export function pageWord(id: string): Compiled | undefined {
  return words[id]
}
