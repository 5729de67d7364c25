import { type Compiled, fill, type Shape, textOf, type Values } from './compiled.ts'

// What a browser's script has for `t.ts`: the build compiles each message. A seller's app contains the English texts; a
// buyer's page contains their ids, and its document brings the texts.

/** A message to be said later. */
export type Message = { readonly message: string | Compiled; readonly values: Values }

/** A page's texts by the ids of their messages. */
export type Words = Readonly<Record<string, Compiled>>

let words: Words = {}
let language = 'en'

/** Adds to the page's texts. */
export function registerWords(added: Words, spoken: string): void {
  words = { ...words, ...added }
  language = spoken
}

/** Adds English texts for those that the document does not bring; for the development server. */
export function registerDefaults(added: Words): void {
  words = { ...added, ...words }
}

export function currentLanguage(): string {
  return language
}

export function t(message: string | Compiled, values: Values = {}): string {
  return pieces(message, values, textOf(values)).join('')
}

export function msg(message: string | Compiled, values: Values = {}): Message {
  return { message, values }
}

export function say({ message, values }: Message): string {
  return t(message, values)
}

export function pieces<Piece>(
  message: string | Compiled,
  values: Values,
  shape: Shape<Piece>,
): (Piece | string)[] {
  return fill(typeof message === 'string' ? (words[message] ?? message) : message, values, language, shape)
}
