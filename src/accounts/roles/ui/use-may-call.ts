import type { RouteRight } from '#foundation/http/contract/contract.ts'
import type { Right } from '#foundation/rights/entities.ts'
import { useMay } from './queries.ts'

/**
 * Whether the signed-in person has a right, or can call a route of the API: the route's contract names the right, and
 * the server's answer has the person's rights. Actions without a right are not offered. Until the rights are
 * loaded everything is, since the API decides.
 */
export function useMayCall(): (wanted: { readonly right: RouteRight | null } | Right) => boolean {
  const may = useMay()
  return (wanted) => {
    const right = 'right' in wanted ? wanted.right : wanted
    return right === null || may === undefined || may(right.entity, right.verb)
  }
}
