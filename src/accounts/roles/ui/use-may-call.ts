import type { RouteRight } from '#foundation/http/contract/contract.ts'
import type { Right } from '#foundation/rights/entities.ts'
import { useMay } from './queries.ts'

/**
 * Whether the signed-in person may do something, or call a route of the API: the route's contract says what it asks
 * for, and the server's own answer what the person has. What they may not do is not offered to them. Until that is
 * known everything is: the API has the last word.
 */
export function useMayCall(): (wanted: { readonly right: RouteRight | null } | Right) => boolean {
  const may = useMay()
  return (wanted) => {
    const right = 'right' in wanted ? wanted.right : wanted
    return right === null || may === undefined || may(right.entity, right.verb)
  }
}
