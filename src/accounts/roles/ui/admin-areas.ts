// This file is separate from the tabs, because every page of the app loads it for its navigation.
import { useQuery } from '@tanstack/react-query'
import { msg, say, type Message } from '#foundation/language/t.ts'
import type { PlatformEntity } from '#foundation/rights/entities.ts'
import type { Tab } from '#web/kit/layout/tab-links.tsx'
import { rightsQuery } from './queries.ts'

/** A page of the platform. Pages for the `super-admin` cannot be opened with any permission. */
type AdminArea = {
  readonly to: string
  readonly label: Message
  readonly entity: PlatformEntity | 'super-admin'
  readonly group: Message
}

const business = msg('Business')
const access = msg('Access')
const operation = msg('Operation')

const areas: readonly AdminArea[] = [
  { to: '/admin/sellers', label: msg('Sellers'), entity: 'sellers', group: business },
  { to: '/admin/revenue', label: msg('Revenue'), entity: 'super-admin', group: business },
  { to: '/admin/books', label: msg('Books'), entity: 'super-admin', group: business },
  { to: '/admin/users', label: msg('Users'), entity: 'users', group: access },
  { to: '/admin/roles', label: msg('Roles'), entity: 'roles', group: access },
  { to: '/admin/permissions', label: msg('Permissions'), entity: 'permissions', group: access },
  { to: '/admin/audit-log', label: msg('Audit log'), entity: 'audit', group: operation },
  { to: '/admin/health', label: msg('Health'), entity: 'super-admin', group: operation },
  { to: '/admin/content-security', label: msg('Content security'), entity: 'super-admin', group: operation },
]

/** The platform pages that the signed-in person can see. */
export function useAdminAreas(isSignedIn = true): readonly Tab[] {
  const { data } = useQuery({ ...rightsQuery, enabled: isSignedIn })
  if (data === undefined) return []
  return areas
    .filter(({ entity }) =>
      entity === 'super-admin' ? data.role === 'SuperAdmin' : data.rights.includes(`${entity}.read`),
    )
    .map(({ to, label, group }) => ({ to, label: say(label), group: say(group) }))
}
