import { directionOf } from './languages.ts'

/** A message ready for use: plain text, or its parts in order. */
export type Compiled = string | readonly Part[]

export type Part =
  | string
  /** The value with this name. */
  | readonly [name: string]
  /** `plural` and `ordinal` choose by the language's plural rules, `select` by the value itself; `tag` wraps its one case, `''`. */
  | readonly [name: string, kind: Kind, cases: Readonly<Record<string, Compiled>>]

type Kind = 'plural' | 'ordinal' | 'select' | 'tag'

/** Numbers are for plurals, and are written without separators. */
export type Values = Readonly<Record<string, unknown>>

/** The name of a plural's own number within its cases, `#` in the source. */
export const ownNumber = '#'

/** What a message's values and tags become. */
export type Shape<Piece> = {
  readonly value: (name: string) => Piece
  readonly tag: (name: string, inside: (Piece | string)[]) => Piece
}

/** A message's own texts, and what `shape` makes of its values and tags; `values` choose among cases. */
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
 * Amounts, names and ids keep their own direction: in text from right to left, they would mix with the words and signs
 * around them.
 */
function apart<Piece>(value: Piece, language: string): (Piece | string)[] {
  return directionOf(language) === 'rtl' ? ['\u2068', value, '\u2069'] : [value]
}

/** The shape of plain text. */
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
