import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { call } from '#accounts/identity/ui/session.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { useListSearch } from '#web/kit/list/list-search.ts'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { rolesContract, type Permission } from '../contract.ts'
import { permissionMessages } from '../messages.ts'
import { AdminTabs } from './admin-tabs.tsx'
import { entityWords } from './entity-words.ts'
import { NamedRows } from './named-rows.tsx'
import { permissionListQuery, permissionsKey } from './queries.ts'
import { useMayCall } from './use-may-call.ts'

export function PermissionsPage() {
  const search = useListSearch()
  const mayCall = useMayCall()
  const query = useQuery(permissionListQuery(search))
  return (
    <ListPage
      title="Permissions"
      lead="What may be done to one kind of thing. Roles are made of these."
      noun="permission"
      nouns="permissions"
      createPath="/admin/permissions/create"
      mayCreate={mayCall(rolesContract.createPermission)}
      search={search}
      query={query}
      note={<AdminTabs />}
      empty={{
        icon: <KeyRound aria-hidden className="size-8" />,
        title: 'Create your first permission',
        text: 'Choose a kind of thing and what may be done to it.',
      }}
      skeleton={<Skeleton label="Loading permissions" blocks={['h-22', 'h-22', 'h-22']} />}
    >
      {(permissions, isStale) => (
        <NamedRows
          rows={permissions}
          isStale={isStale}
          editPath="/admin/permissions/edit"
          mayUpdate={mayCall(rolesContract.updatePermission)}
          mayDelete={mayCall(rolesContract.deletePermission)}
          queryKey={permissionsKey}
          remove={(id) => call(rolesContract.deletePermission, { params: { id } })}
          failure={permissionMessages.deleteFailed}
        >
          {(permission) => <States permission={permission} />}
        </NamedRows>
      )}
    </ListPage>
  )
}

function States({ permission }: { readonly permission: Permission }) {
  const states = (['Read', 'Write', 'Update', 'Delete'] as const).filter((state) => permission[state])
  return (
    <>
      <Badge>{entityWords[permission.entity]}</Badge>
      {states.length === 0 ? (
        <Badge tone="warning">Nothing</Badge>
      ) : (
        states.map((state) => (
          <Badge key={state} tone="brand">
            {state}
          </Badge>
        ))
      )}
    </>
  )
}
