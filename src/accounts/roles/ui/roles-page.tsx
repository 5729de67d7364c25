import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { call } from '#accounts/identity/ui/session.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { useListSearch } from '#web/kit/list/list-search.ts'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { rolesContract } from '../contract.ts'
import { roleMessages } from '../messages.ts'
import { AdminTabs } from './admin-tabs.tsx'
import { NamedRows } from './named-rows.tsx'
import { roleListQuery, rolesKey } from './queries.ts'
import { useMayCall } from './use-may-call.ts'

export function RolesPage() {
  const search = useListSearch()
  const mayCall = useMayCall()
  const query = useQuery(roleListQuery(search))
  return (
    <ListPage
      title="Roles"
      lead="Permissions under one name, for Admins and for the members of a shop's team."
      noun="role"
      nouns="roles"
      createPath="/admin/roles/create"
      mayCreate={mayCall(rolesContract.createRole)}
      search={search}
      query={query}
      note={<AdminTabs />}
      empty={{
        icon: <ShieldCheck aria-hidden className="size-8" />,
        title: 'Create your first role',
        text: 'Name it and choose its permissions. Then give it to Admins, or offer it to teams.',
      }}
      skeleton={<Skeleton label="Loading roles" blocks={['h-22', 'h-22', 'h-22']} />}
    >
      {(roles, isStale) => (
        <NamedRows
          rows={roles}
          isStale={isStale}
          editPath="/admin/roles/edit"
          mayUpdate={mayCall(rolesContract.updateRole)}
          mayDelete={mayCall(rolesContract.deleteRole)}
          queryKey={rolesKey}
          remove={(id) => call(rolesContract.deleteRole, { params: { id } })}
          failure={roleMessages.deleteFailed}
        >
          {({ permissions, forTeams }) => (
            <>
              <Badge>{permissions.length === 1 ? '1 permission' : `${permissions.length} permissions`}</Badge>
              {forTeams && <Badge tone="brand">For teams</Badge>}
            </>
          )}
        </NamedRows>
      )}
    </ListPage>
  )
}
