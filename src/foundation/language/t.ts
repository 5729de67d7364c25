import { AsyncLocalStorage } from 'node:async_hooks'
import { readCatalog } from './catalog.ts'
import { compile } from './compile.ts'
import { type Compiled, fill, type Shape, textOf, type Values } from './compiled.ts'

// Translates texts for people on the server. A script in the browser uses `t-in-browser.ts` instead.

/** A message whose text is looked up later, in its reader's language. */
export type Message = { readonly message: string; readonly values: Values }

type Speech = {
  readonly language: AsyncLocalStorage<string>
  readonly compiled: Map<string, Map<string, Compiled>>
}

declare global {
  /** The server consists of several built programs, which share the current language through this global. */
  var tillformSpeech: Speech | undefined
}

const speech: Speech = (globalThis.tillformSpeech ??= {
  language: new AsyncLocalStorage<string>(),
  compiled: new Map<string, Map<string, Compiled>>(),
})

/** Runs `work`, including everything it awaits, in a language. */
export function inLanguage<Result>(language: string, work: () => Result): Result {
  return speech.language.run(language, work)
}

/** The language of the current work. By default English. */
export function currentLanguage(): string {
  return speech.language.getStore() ?? 'en'
}

/**
 * The text of an English ICU message in the current language. `message` must be a literal, because the
 * catalogs are extracted from the source. Values are already plain text, except the numbers that choose a
 * plural.
 */
export function t(message: string, values: Values = {}): string {
  return pieces(message, values, textOf(values)).join('')
}

/** Marks a message for translation when its reader is not known yet. `say` translates it later. */
export function msg(message: string, values: Values = {}): Message {
  return { message, values }
}

/** The text of a message from `msg`. */
export function say({ message, values }: Message): string {
  return t(message, values)
}

/** The parts of a message: its own texts, and what `shape` makes of its values and tags. */
export function pieces<Piece>(message: string, values: Values, shape: Shape<Piece>): (Piece | string)[] {
  const language = currentLanguage()
  return fill(compiledFor(message, language), values, language, shape)
}

/** A message in a language, or in English if it has no translation. */
export function compiledFor(message: string, language: string): Compiled {
  const known = speech.compiled.get(language) ?? new Map<string, Compiled>()
  speech.compiled.set(language, known)
  const found = known.get(message)
  if (found !== undefined) return found
  const compiled = compile(readCatalog(language).get(message) ?? message)
  known.set(message, compiled)
  return compiled
}
