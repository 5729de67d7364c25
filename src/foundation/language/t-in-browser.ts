import { type Compiled, fill, type Shape, textOf, type Values } from './compiled.ts'
import { pageLanguage, pageWord } from './words.ts'

// The browser's version of `t.ts`. The build compiles each message for it. The sellers' app contains the English texts.
// A buyer's page contains only their ids, and its document contains the texts.

/** A message whose text is looked up later. */
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
