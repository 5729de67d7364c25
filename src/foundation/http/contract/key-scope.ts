import { isOpenToKeys, scopes, type Scope } from '../../rights/scopes.ts'
import type { Route } from './contract.ts'

/** The properties that decide whether API keys can call a route. */
type Door = Pick<Route, 'right' | 'isPersonal' | 'isForKeys' | 'proof'>

/**
 * Whether API keys can call a route at all. Lasting acts require a person's proof of identity, so they are closed to
 * keys, as are personal routes and those without a shop right.
 */
export function isOpenRoute({ right = null, isPersonal, isForKeys, proof }: Door): boolean {
  if (isForKeys === true) return true
  return right !== null && isPersonal !== true && proof === undefined && isOpenToKeys(right.entity)
}

/** The right that an API key needs for a route, or undefined if the route is closed to keys. */
export function scopeOf(route: Door): Scope | undefined {
  const { right = null } = route
  if (right === null || !isOpenRoute(route)) return undefined
  const wanted = `${right.entity}:${right.verb === 'read' ? 'read' : 'write'}`
  return scopes.find((scope) => scope === wanted)
}
