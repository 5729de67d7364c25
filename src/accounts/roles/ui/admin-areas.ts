// Separate from the tabs, because every page of the app loads it for its navigation.
import { useQuery } from '@tanstack/react-query'
import type { PlatformEntity } from '#foundation/rights/entities.ts'
import { rightsQuery } from './queries.ts'

/** `super-admin`: no permission opens it. */
type AdminArea = {
  readonly to: string
  readonly label: string
  readonly entity: PlatformEntity | 'super-admin'
}

const areas: readonly AdminArea[] = [
  { to: '/admin/sellers', label: 'Sellers', entity: 'sellers' },
  { to: '/admin/revenue', label: 'Revenue', entity: 'super-admin' },
  { to: '/admin/users', label: 'Users', entity: 'users' },
  { to: '/admin/roles', label: 'Roles', entity: 'roles' },
  { to: '/admin/permissions', label: 'Permissions', entity: 'permissions' },
  { to: '/admin/audit-log', label: 'Audit log', entity: 'audit' },
  { to: '/admin/health', label: 'Health', entity: 'super-admin' },
  { to: '/admin/books', label: 'Books', entity: 'super-admin' },
  { to: '/admin/content-security', label: 'Content security', entity: 'super-admin' },
]

/** The platform pages that the signed-in person can see. */
export function useAdminAreas(isSignedIn = true): readonly AdminArea[] {
  const { data } = useQuery({ ...rightsQuery, enabled: isSignedIn })
  if (data === undefined) return []
  return areas.filter(({ entity }) =>
    entity === 'super-admin' ? data.role === 'SuperAdmin' : data.rights.includes(`${entity}.read`),
  )
}
