import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { KeyRound, Pencil, ShieldCheck, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { say, t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { DeleteDialog, deleteMessages } from '#web/kit/dialog/confirm-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { IconButton, iconButtonClass } from '#web/kit/layout/button.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { useListSearch } from '#web/kit/list/list-search.ts'
import type { PageOf } from '#web/kit/list/searched-list.tsx'
import { rolesContract, type Permission } from '../contract.ts'
import { permissionMessages, roleMessages } from '../messages.ts'
import { entityWords, verbWords } from './entity-words.ts'
import { AdminTabs } from './admin-tabs.tsx'
import { permissionListQuery, permissionsKey, roleListQuery, rolesKey } from './queries.ts'
import { useMayCall } from './use-may-call.ts'

export function RolesPage() {
  const search = useListSearch()
  const mayCall = useMayCall()
  return (
    <NamedList
      title={t('Roles')}
      lead={t('Named sets of permissions for Admins and team members.')}
      noun="role"
      path="/admin/roles"
      search={search}
      query={useQuery(roleListQuery(search))}
      empty={{
        icon: <ShieldCheck aria-hidden className="size-8" />,
        title: t('Create your first role'),
        text: t('Name it and choose its permissions. Then give it to Admins, or offer it to teams.'),
      }}
      mayCreate={mayCall(rolesContract.createRole)}
      mayUpdate={mayCall(rolesContract.updateRole)}
      mayDelete={mayCall(rolesContract.deleteRole)}
      queryKey={rolesKey}
      remove={(id) => call(rolesContract.deleteRole, { params: { id } })}
      failure={roleMessages.deleteFailed()}
    >
      {({ permissions, forTeams }) => (
        <>
          <Badge>
            {t('{count, plural, one {# permission} other {# permissions}}', { count: permissions.length })}
          </Badge>
          {forTeams && <Badge tone="brand">{t('For teams')}</Badge>}
        </>
      )}
    </NamedList>
  )
}

export function PermissionsPage() {
  const search = useListSearch()
  const mayCall = useMayCall()
  return (
    <NamedList
      title={t('Permissions')}
      lead={t('A permission says what someone can do in one area. Roles combine permissions.')}
      noun="permission"
      path="/admin/permissions"
      search={search}
      query={useQuery(permissionListQuery(search))}
      empty={{
        icon: <KeyRound aria-hidden className="size-8" />,
        title: t('Create your first permission'),
        text: t('Choose an area and what someone can do in it.'),
      }}
      mayCreate={mayCall(rolesContract.createPermission)}
      mayUpdate={mayCall(rolesContract.updatePermission)}
      mayDelete={mayCall(rolesContract.deletePermission)}
      queryKey={permissionsKey}
      remove={(id) => call(rolesContract.deletePermission, { params: { id } })}
      failure={permissionMessages.deleteFailed()}
    >
      {(permission) => <States permission={permission} />}
    </NamedList>
  )
}

function States({ permission }: { readonly permission: Permission }) {
  const states = (['Read', 'Write', 'Update', 'Delete'] as const).filter((state) => permission[state])
  return (
    <>
      <Badge>{say(entityWords[permission.entity])}</Badge>
      {states.length === 0 ? (
        <Badge tone="warning">{t('Nothing')}</Badge>
      ) : (
        states.map((state) => (
          <Badge key={state} tone="brand">
            {say(verbWords[state])}
          </Badge>
        ))
      )}
    </>
  )
}

type Named = { readonly id: string; readonly name: string; readonly description: string }

type Props<Row extends Named> = {
  readonly title: string
  readonly lead: string
  readonly noun: string
  /** The list's path; the pages that create and edit are below it. */
  readonly path: string
  readonly search: ReturnType<typeof useListSearch>
  readonly query: UseQueryResult<PageOf<Row>>
  readonly empty: { readonly icon: ReactNode; readonly title: string; readonly text: string }
  readonly mayCreate: boolean
  readonly mayUpdate: boolean
  readonly mayDelete: boolean
  readonly queryKey: readonly string[]
  readonly remove: (id: string) => Promise<{ readonly title: string }>
  readonly failure: string
  /** The badges below the description. */
  readonly children: (row: Row) => ReactNode
}

/** A list of roles or permissions, with search, edit and delete. */
function NamedList<Row extends Named>(props: Props<Row>) {
  const { noun, path, mayUpdate, mayDelete, queryKey, remove, failure, children, ...list } = props
  const editPath = `${path}/edit`
  const queryClient = useQueryClient()
  const [deleting, setDeleting] = useState<Row | null>(null)
  const { mutate, isPending } = useWrite({
    mutationFn: remove,
    onSuccess: async ({ title }) => {
      toast.success(deleteMessages.deleted(title))
      setDeleting(null)
      await queryClient.invalidateQueries({ queryKey })
    },
    onError: (error) => {
      setDeleting(null)
      toast.error(errorMessage(error, failure))
    },
  })
  const loading = <Skeleton label={`Loading ${noun}s`} blocks={['h-22', 'h-22', 'h-22']} />
  return (
    <ListPage
      {...list}
      texts={{
        create: `Create ${noun}`,
        search: `Search ${noun}s`,
        showAll: `Show all ${noun}s`,
        notFound: `No ${noun} found`,
        noneYet: `No ${noun} yet`,
      }}
      createPath={`${path}/create`}
      note={<AdminTabs />}
      skeleton={loading}
    >
      {(rows, isStale) => (
        <>
          <ul aria-busy={isStale} className={`grid gap-3 transition-opacity ${isStale ? 'opacity-60' : ''}`}>
            {rows.map((row) => (
              <li
                key={row.id}
                className="panel relative flex animate-rise items-center gap-4 py-4 pr-3 pl-5 transition hover:shadow-float"
              >
                <div className="grid min-w-0 flex-1 gap-1">
                  <h2 className="text-lg leading-snug font-semibold break-words">
                    <Link
                      to={`${editPath}/${row.id}`}
                      className="rounded after:absolute after:inset-0 hover:text-brand"
                    >
                      {row.name}
                    </Link>
                  </h2>
                  <p className="line-clamp-2 break-words text-muted">{row.description}</p>
                  <p className="mt-1 flex flex-wrap gap-1.5">{children(row)}</p>
                </div>
                <div className="relative flex">
                  {mayUpdate && (
                    <Link
                      to={`${editPath}/${row.id}`}
                      aria-label={t('Edit {name}', { name: row.name })}
                      title={t('Edit')}
                      className={iconButtonClass}
                    >
                      <Pencil aria-hidden className="size-5" />
                    </Link>
                  )}
                  {mayDelete && (
                    <IconButton
                      label={t('Delete {name}', { name: row.name })}
                      className="hover:bg-danger-soft! hover:text-danger!"
                      onClick={() => setDeleting(row)}
                    >
                      <Trash2 aria-hidden className="size-5" />
                    </IconButton>
                  )}
                </div>
              </li>
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
