import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { useUser } from '#accounts/identity/ui/session.ts'
import { InvitePartner } from '#accounts/invitations/ui/invite-partner.tsx'
import { PartnerInvitations } from '#accounts/invitations/ui/partner-invitations.tsx'
import { platformRoles } from '#foundation/http/contract/caller.ts'
import { Avatar } from '#web/kit/layout/avatar.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { changedBy, useListSearch } from '#web/kit/list/list-search.ts'
import { Page } from '#web/kit/layout/page.tsx'
import { SearchedList } from '#web/kit/list/searched-list.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import type { AdminUser } from '../contract.ts'
import { AdminTabs } from './admin-tabs.tsx'
import { ChangeRoleDialog, RoleBadges } from './change-role-dialog.tsx'
import { useMay, userListQuery } from './queries.ts'

const roleParameter = z.enum(platformRoles).optional().catch(undefined)

/** Lists everyone who has signed up, with their roles. */
export function UsersPage() {
  const search = useListSearch()
  const [parameters, setParameters] = useSearchParams()
  const role = roleParameter.parse(parameters.get('role') ?? undefined)
  const query = useQuery(userListQuery({ ...search, role }))
  const [changing, setChanging] = useState<AdminUser | null>(null)
  const may = useMay()
  const isSuperAdmin = useUser()?.role === 'SuperAdmin'
  return (
    <Page
      title={t('Users')}
      lead={t('Everyone who has signed up, newest first.')}
      actions={may?.('users', 'write') === true ? <InvitePartner /> : undefined}
    >
      <AdminTabs />
      <SearchedList
        search={search}
        query={query}
        searchLabel={t('Search users')}
        isSearchShown
        filter={
          <div className="w-full sm:w-56">
            <Select
              label={t('Role')}
              value={role ?? ''}
              options={[
                { value: '', label: t('All roles') },
                ...platformRoles.map((name) => ({ value: name, label: name })),
              ]}
              onChange={(event) => {
                const { value } = event.target
                setParameters((present) => changedBy(present, 'role', value), { preventScrollReset: true })
              }}
            />
          </div>
        }
        empty={
          <EmptyState
            icon={<SearchX aria-hidden className="size-8" />}
            title={t('No user found')}
            text={t('No user matches your search.')}
          >
            <Button variant="secondary" onClick={() => setParameters({})}>
              {t('Show all users')}
            </Button>
          </EmptyState>
        }
        skeleton={<Skeleton label={t('Loading users')} blocks={['table']} />}
      >
        {(users, isStale) => (
          <ul aria-busy={isStale} className="panel divide-y divide-line">
            {users.map((user) => (
              <UserRow
                key={user.id}
                user={user}
                onChange={isSuperAdmin ? () => setChanging(user) : undefined}
              />
            ))}
          </ul>
        )}
      </SearchedList>
      <PartnerInvitations />
      {changing !== null && (
        <ChangeRoleDialog key={changing.id} user={changing} onClose={() => setChanging(null)} />
      )}
    </Page>
  )
}

type RowProps = { readonly user: AdminUser; readonly onChange: (() => void) | undefined }

function UserRow({ user, onChange }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
      <Avatar user={{ ...user, photo: null }} />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold break-words">
          <Link to={`/admin/users/${user.id}`} className="rounded hover:text-brand">
            {user.name.trim() === '' ? user.email : user.name}
          </Link>
        </p>
        <p translate="no" className="text-sm break-all text-muted">
          {user.email}
        </p>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 pl-14 sm:pl-0">
        <p className="flex flex-wrap gap-1.5">
          <RoleBadges user={user} />
        </p>
        {onChange !== undefined && (
          <Button
            variant="secondary"
            aria-label={t('Change role of {email}', { email: user.email })}
            onClick={onChange}
          >
            {t('Change role')}
          </Button>
        )}
      </div>
    </li>
  )
}
