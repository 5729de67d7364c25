import { directionOf } from './languages.ts'

/** A compiled message: plain text, or its parts in order. */
export type Compiled = string | readonly Part[]

export type Part =
  | string
  /** A value in a message, by its name. */
  | readonly [name: string]
  /**
   * A choice in a message. `plural` and `ordinal` choose by the language's plural rules, `select` by the
   * value itself. `tag` wraps its only case, `''`.
   */
  | readonly [name: string, kind: Kind, cases: Readonly<Record<string, Compiled>>]

type Kind = 'plural' | 'ordinal' | 'select' | 'tag'

/** The values of a message. Numbers are for plurals and are written without separators. */
export type Values = Readonly<Record<string, unknown>>

/** The name of the plural's number inside its cases, written `#` in the source. */
export const ownNumber = '#'

/** Turns the values and tags of a message into parts of the result. */
export type Shape<Piece> = {
  readonly value: (name: string) => Piece
  readonly tag: (name: string, inside: (Piece | string)[]) => Piece
}

/**
 * The parts of a message: its own texts, and what `shape` makes of its values and tags. `values` choose
 * between cases.
 */
export function fill<Piece>(
  compiled: Compiled,
  values: Values,
  language: string,
  shape: Shape<Piece>,
  counted = '',
): (Piece | string)[] {
  if (typeof compiled === 'string') return [compiled]
  return compiled.flatMap((part) => {
    if (typeof part === 'string') return [part]
    if (part.length === 1)
      return part[0] === ownNumber ? [counted] : apart<Piece | string>(shape.value(part[0]), language)
    const [name, kind, cases] = part
    if (kind === 'tag') return [shape.tag(name, fill(cases[''] ?? '', values, language, shape, counted))]
    const value = String(values[name])
    const chosen = cases[chooseCase(kind, value, cases, language)] ?? cases['other'] ?? ''
    return fill(chosen, values, language, shape, kind === 'select' ? counted : value)
  })
}

/**
 * Isolates the direction of amounts, names and ids. In right-to-left text, they would otherwise mix with the words and
 * punctuation around them.
 */
function apart<Piece>(value: Piece, language: string): (Piece | string)[] {
  return directionOf(language) === 'rtl' ? ['\u2068', value, '\u2069'] : [value]
}

/** The shape that turns a message into plain text. */
export function textOf(values: Values): Shape<string> {
  return { value: (name) => String(values[name]), tag: (_name, inside) => inside.join('') }
}

function chooseCase(
  kind: 'plural' | 'ordinal' | 'select',
  value: string,
  cases: Readonly<Record<string, Compiled>>,
  language: string,
): string {
  if (kind === 'select') return value
  const exact = `=${value}`
  if (exact in cases) return exact
  const type = kind === 'ordinal' ? 'ordinal' : 'cardinal'
  return new Intl.PluralRules(language, { type }).select(Number(value))
}
