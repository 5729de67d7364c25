import { type Compiled, fill, type Shape, textOf, type Values } from './compiled.ts'
import { pageLanguage, pageWord } from './words.ts'

// What a browser's script uses for `t.ts`: the build compiles each message. A seller's app contains the English texts;
// a
// buyer's page contains their ids, and its document brings the texts.

/** A message whose text is chosen later. */
export type Message = { readonly message: string | Compiled; readonly values: Values }

export { pageLanguage as currentLanguage } from './words.ts'

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
  const compiled = typeof message === 'string' ? (pageWord(message) ?? message) : message
  return fill(compiled, values, pageLanguage(), shape)
}
