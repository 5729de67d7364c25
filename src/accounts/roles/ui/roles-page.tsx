import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, ShieldCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { DeleteDialog, deleteMessages } from '#web/kit/dialog/confirm-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { IconButton, iconButtonClass } from '#web/kit/layout/button.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { useListSearch } from '#web/kit/list/list-search.ts'
import { rolesContract, type Role } from '../contract.ts'
import { roleMessages } from '../messages.ts'
import { AdminTabs } from './admin-tabs.tsx'
import { roleListQuery, rolesKey } from './queries.ts'
import { useMayCall } from './use-may-call.ts'

export function RolesPage() {
  const search = useListSearch()
  const mayCall = useMayCall()
  const queryClient = useQueryClient()
  const [deleting, setDeleting] = useState<Role | null>(null)
  const { mutate, isPending } = useWrite({
    mutationFn: (id: string) => call(rolesContract.deleteRole, { params: { id } }),
    onSuccess: async ({ title }) => {
      toast.success(deleteMessages.deleted(title))
      setDeleting(null)
      await queryClient.invalidateQueries({ queryKey: rolesKey })
    },
    onError: (error) => {
      setDeleting(null)
      toast.error(errorMessage(error, roleMessages.deleteFailed()))
    },
  })
  return (
    <ListPage
      title={t('Roles')}
      lead={t('Named sets of permissions for Admins and team members.')}
      texts={{
        create: t('Create role'),
        search: t('Search roles'),
        showAll: t('Show all roles'),
        notFound: t('No role found'),
        noneYet: t('No role yet'),
      }}
      createPath="/admin/roles/create"
      mayCreate={mayCall(rolesContract.createRole)}
      search={search}
      query={useQuery(roleListQuery(search))}
      empty={{
        icon: <ShieldCheck aria-hidden className="size-8" />,
        title: t('Create your first role'),
        text: t('Name it and choose its permissions. Then give it to Admins, or offer it to teams.'),
      }}
      note={<AdminTabs />}
      skeleton={<Skeleton label={t('Loading roles')} blocks={['h-22', 'h-22', 'h-22']} />}
    >
      {(roles, isStale) => (
        <>
          <ul aria-busy={isStale} className={`grid gap-3 transition-opacity ${isStale ? 'opacity-60' : ''}`}>
            {roles.map((role) => (
              <RoleCard key={role.id} role={role} onDelete={() => setDeleting(role)} />
            ))}
          </ul>
          <DeleteDialog
            question={deleting === null ? null : deleteMessages.question(deleting.name)}
            isBusy={isPending}
            onConfirm={() => {
              if (deleting !== null) mutate(deleting.id)
            }}
            onCancel={() => setDeleting(null)}
          />
        </>
      )}
    </ListPage>
  )
}

type RoleCardProps = { readonly role: Role; readonly onDelete: () => void }

function RoleCard({ role: { id, name, description, permissions, forTeams }, onDelete }: RoleCardProps) {
  const mayCall = useMayCall()
  const path = `/admin/roles/edit/${id}`
  return (
    <li className="panel relative flex animate-rise items-center gap-4 py-4 pr-3 pl-5 transition hover:shadow-float">
      <div className="grid min-w-0 flex-1 gap-1">
        <h2 className="text-lg leading-snug font-semibold break-words">
          <Link to={path} className="rounded after:absolute after:inset-0 hover:text-brand">
            {name}
          </Link>
        </h2>
        <p className="line-clamp-2 break-words text-muted">{description}</p>
        <p className="mt-1 flex flex-wrap gap-1.5">
          <Badge>
            {t('{count, plural, one {# permission} other {# permissions}}', { count: permissions.length })}
          </Badge>
          {forTeams && <Badge tone="brand">{t('For teams')}</Badge>}
        </p>
      </div>
      <div className="relative flex">
        {mayCall(rolesContract.updateRole) && (
          <Link
            to={path}
            aria-label={t('Edit {name}', { name })}
            title={t('Edit')}
            className={iconButtonClass}
          >
            <Pencil aria-hidden className="size-5" />
          </Link>
        )}
        {mayCall(rolesContract.deleteRole) && (
          <IconButton
            label={t('Delete {name}', { name })}
            className="hover:bg-danger-soft! hover:text-danger!"
            onClick={onDelete}
          >
            <Trash2 aria-hidden className="size-5" />
          </IconButton>
        )}
      </div>
    </li>
  )
}
