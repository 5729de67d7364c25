import { createElement, Fragment, type ReactNode } from 'react'
import { pieces } from '#foundation/language/t.ts'

type Wrapper = (inside: ReactNode) => ReactNode

/**
 * A message with elements: a value can be one, and a tag is a function of what it contains:
 * `rich('Agree to the <terms>terms</terms>', { terms: (text) => <a href={url}>{text}</a> })`.
 */
export function rich(message: string, values: Readonly<Record<string, ReactNode | Wrapper>>): ReactNode {
  const inOne = (inside: readonly ReactNode[]) => createElement(Fragment, null, ...inside)
  const wrap = (value: ReactNode | Wrapper, inside: ReactNode) =>
    typeof value === 'function' ? value(inside) : value
  return inOne(
    pieces<ReactNode>(message, values, {
      value: (name) => wrap(values[name], null),
      tag: (name, inside) => wrap(values[name], inOne(inside)),
    }),
  )
}
