// Separate from the tabs, because every page of the app loads it for its navigation.
import { useQuery } from '@tanstack/react-query'
import { msg, say, type Message } from '#foundation/language/t.ts'
import type { PlatformEntity } from '#foundation/rights/entities.ts'
import { rightsQuery } from './queries.ts'

/** `super-admin`: no permission opens it. */
type AdminArea = {
  readonly to: string
  readonly label: Message
  readonly entity: PlatformEntity | 'super-admin'
}

const areas: readonly AdminArea[] = [
  { to: '/admin/sellers', label: msg('Sellers'), entity: 'sellers' },
  { to: '/admin/revenue', label: msg('Revenue'), entity: 'super-admin' },
  { to: '/admin/users', label: msg('Users'), entity: 'users' },
  { to: '/admin/roles', label: msg('Roles'), entity: 'roles' },
  { to: '/admin/permissions', label: msg('Permissions'), entity: 'permissions' },
  { to: '/admin/audit-log', label: msg('Audit log'), entity: 'audit' },
  { to: '/admin/health', label: msg('Health'), entity: 'super-admin' },
  { to: '/admin/books', label: msg('Books'), entity: 'super-admin' },
  { to: '/admin/content-security', label: msg('Content security'), entity: 'super-admin' },
]

/** The platform pages that the signed-in person can see. */
export function useAdminAreas(isSignedIn = true): readonly { readonly to: string; readonly label: string }[] {
  const { data } = useQuery({ ...rightsQuery, enabled: isSignedIn })
  if (data === undefined) return []
  return areas
    .filter(({ entity }) =>
      entity === 'super-admin' ? data.role === 'SuperAdmin' : data.rights.includes(`${entity}.read`),
    )
    .map(({ to, label }) => ({ to, label: say(label) }))
}
