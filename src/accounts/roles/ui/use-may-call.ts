import type { Route } from '#foundation/http/contract.ts'
import { actionOf, type Right } from '#foundation/http/entities.ts'
import { useMay } from './queries.ts'

/**
 * Whether the signed-in person may do something, or call a route of the API: the server's own table says what a route
 * asks for, and the server's own answer what the person has. What they may not do is not offered to them. Until that is
 * known everything is: the API has the last word.
 */
export function useMayCall(): (wanted: Pick<Route, 'method' | 'path'> | Right) => boolean {
  const may = useMay()
  return (wanted) => {
    const right = 'path' in wanted ? actionOf(wanted.method, wanted.path) : wanted
    if (right === null || may === undefined) return true
    return right !== undefined && may(right.entity, right.verb)
  }
}
