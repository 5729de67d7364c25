import { createElement, Fragment, isValidElement, type ReactNode } from 'react'
import { pieces } from '#foundation/language/t.ts'

type Value = ReactNode | ((inside: ReactNode) => ReactNode)

/**
 * A message with elements: a value can be one, and a tag is the empty element that gets what the tag contains, or a
 * function of it: `rich('Agree to the <terms>terms</terms>', { terms: <a href={url} /> })`.
 */
export function rich(message: string, values: Readonly<Record<string, Value>>): ReactNode {
  const inOne = (inside: readonly ReactNode[]) => createElement(Fragment, null, ...inside)
  const wrap = (value: Value, inside: ReactNode): ReactNode => {
    if (typeof value === 'function') return value(inside)
    return isValidElement<object>(value) ? createElement(value.type, value.props, inside) : inside
  }
  return inOne(
    pieces<ReactNode>(message, values, {
      value: (name) => (typeof values[name] === 'function' ? null : values[name]),
      tag: (name, inside) => wrap(values[name], inOne(inside)),
    }),
  )
}
