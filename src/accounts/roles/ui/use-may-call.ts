import type { RouteRight } from '#foundation/http/contract/contract.ts'
import type { Right } from '#foundation/rights/entities.ts'
import { useMay } from './queries.ts'

/**
 * Whether the signed-in person has a right or can call an API route. The route's contract names the right, and the
 * server provides the person's rights. Actions without the right are hidden. Until the rights are loaded, all actions
 * are shown, because the API decides in any case.
 */
export function useMayCall(): (wanted: { readonly right: RouteRight | null } | Right) => boolean {
  const may = useMay()
  return (wanted) => {
    const right = 'right' in wanted ? wanted.right : wanted
    return right === null || may === undefined || may(right.entity, right.verb)
  }
}
