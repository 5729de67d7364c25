import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus, Trash2 } from 'lucide-react'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { say, t } from '#foundation/language/t.ts'
import { entities } from '#foundation/rights/entities.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { DeleteDialog, deleteMessages } from '#web/kit/dialog/confirm-dialog.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { buttonClass, IconButton } from '#web/kit/layout/button.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { rolesContract, type Permission, type Role } from '../contract.ts'
import { permissionMessages, roleMessages } from '../messages.ts'
import { AdminTabs } from './admin-tabs.tsx'
import { entityWords } from './entity-words.ts'
import { permissionChoicesQuery, permissionsKey, roleChoicesQuery, rolesKey } from './queries.ts'
import { useMayCall } from './use-may-call.ts'

/** Shows all permissions by area, with the roles that include them. */
export function PermissionsPage() {
  const mayCall = useMayCall()
  const permissions = useQuery(permissionChoicesQuery)
  const roles = useQuery({ ...roleChoicesQuery, enabled: mayCall(rolesContract.listRoles) })
  const create = mayCall(rolesContract.createPermission) ? (
    <Link to="/admin/permissions/create" className={buttonClass()}>
      <Plus aria-hidden className="size-5" />
      {t('Create permission')}
    </Link>
  ) : undefined
  const isEmpty = permissions.data?.length === 0
  return (
    <Page
      title={t('Permissions')}
      lead={t('A permission says what someone can do in one area. Roles combine permissions.')}
      actions={isEmpty ? undefined : create}
    >
      <AdminTabs />
      {permissions.data === undefined ? (
        <NotLoaded query={permissions} label={t('Loading permissions')} blocks={['table']} />
      ) : roles.error !== null || roles.isLoading ? (
        <NotLoaded query={roles} label={t('Loading roles')} blocks={['table']} />
      ) : isEmpty ? (
        <EmptyState
          icon={<KeyRound aria-hidden className="size-8" />}
          title={t('Create your first permission')}
          text={t('Choose an area and what someone can do in it.')}
        >
          {create}
        </EmptyState>
      ) : (
        <Matrix permissions={permissions.data} roles={roles.data ?? []} />
      )}
    </Page>
  )
}

type MatrixProps = { readonly permissions: readonly Permission[]; readonly roles: readonly Role[] }

/**
 * How many roles fit next to each other on a tablet. If there are more, they scroll. On a phone, one is shown at a
 * time.
 */
const fittingRoles = 4

function Matrix({ permissions, roles }: MatrixProps) {
  const mayDelete = useMayCall()(rolesContract.deletePermission)
  const [deleting, setDeleting] = useState<Permission | null>(null)
  const [chosen, setChosen] = useState(roles[0]?.id)
  const columnClass = (id: string) => (id === chosen ? '' : 'max-md:hidden')
  const isWide = roles.length > fittingRoles
  return (
    <>
      {roles.length > 1 && (
        <div className="mb-4 md:hidden">
          <Select
            label={t('Role')}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
            options={roles.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </div>
      )}
      <section
        aria-label={t('Permissions of each role')}
        className={`panel ${isWide ? 'md:max-h-[75dvh] md:scroll-pt-14 md:overflow-auto' : ''}`}
      >
        <table aria-label={t('Permissions of each role')} className="w-full text-left">
          <thead className={`sticky top-16 z-20 low:static text-sm ${isWide ? 'md:top-0' : ''}`}>
            <tr className="*:bg-sunken *:first:rounded-tl-[1.25rem] *:last:rounded-tr-[1.25rem]">
              <th scope="col" className="left-0 px-5 py-3 font-medium text-muted md:sticky">
                {t('Permission')}
              </th>
              {roles.map(({ id, name }) => (
                <th
                  key={id}
                  scope="col"
                  className={`max-w-40 min-w-28 px-3 py-3 font-medium wrap-anywhere ${columnClass(id)}`}
                >
                  <Link to={`/admin/roles/edit/${id}`} className="rounded hover:text-brand">
                    {name}
                  </Link>
                </th>
              ))}
              {mayDelete && (
                <th scope="col">
                  <span className="sr-only">{t('Delete')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {entities.map((entity) => {
              const rows = permissions.filter((permission) => permission.entity === entity)
              if (rows.length === 0) return null
              return (
                <Fragment key={entity}>
                  <tr className="border-t border-line">
                    <th
                      scope="colgroup"
                      colSpan={roles.length + 2}
                      className="px-5 pt-4 pb-1 text-sm font-medium text-muted"
                    >
                      {say(entityWords[entity])}
                    </th>
                  </tr>
                  {rows.map((permission) => (
                    <tr key={permission.id}>
                      <th
                        scope="row"
                        className="left-0 z-10 bg-surface max-md:w-full md:max-w-64 px-5 py-2 font-normal wrap-anywhere md:sticky md:min-w-44"
                      >
                        <Link
                          to={`/admin/permissions/edit/${permission.id}`}
                          className="rounded font-medium hover:text-brand"
                        >
                          {permission.name}
                        </Link>
                        <span className="line-clamp-2 text-sm text-muted">{permission.description}</span>
                      </th>
                      {roles.map((role) => (
                        <td key={role.id} className={`px-3 py-2 ${columnClass(role.id)}`}>
                          <Cell role={role} permission={permission} />
                        </td>
                      ))}
                      {mayDelete && (
                        <td className="px-3 py-2 text-right">
                          <IconButton
                            label={t('Delete {name}', { name: permission.name })}
                            className="hover:bg-danger-soft! hover:text-danger!"
                            onClick={() => setDeleting(permission)}
                          >
                            <Trash2 aria-hidden className="size-5" />
                          </IconButton>
                        </td>
                      )}
                    </tr>
                  ))}
                </Fragment>
              )
            })}
          </tbody>
        </table>
      </section>
      <DeletePermission permission={deleting} onClose={() => setDeleting(null)} />
    </>
  )
}

type CellProps = { readonly role: Role; readonly permission: Permission }

/** Shows whether a role includes a permission. A click changes it right away. */
function Cell({ role, permission }: CellProps) {
  const queryClient = useQueryClient()
  const mayUpdate = useMayCall()(rolesContract.updateRole)
  const has = role.permissions.includes(permission.id)
  const { mutate, isPending } = useWrite({
    mutationFn: () => {
      const others = role.permissions.filter((id) => id !== permission.id)
      const body = { permissions: has ? others : [...others, permission.id] }
      return call(rolesContract.updateRole, { params: { id: role.id }, body })
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: rolesKey })
      toast.success(roleMessages.updated())
    },
    onError: (error) => toast.error(errorMessage(error, roleMessages.saveFailed())),
  })
  return (
    <input
      type="checkbox"
      aria-label={t('{role}: {permission}', { role: role.name, permission: permission.name })}
      className="size-6 cursor-pointer accent-brand-fill disabled:cursor-default"
      checked={has !== isPending}
      disabled={!mayUpdate}
      onChange={() => mutate()}
    />
  )
}

type DeleteProps = { readonly permission: Permission | null; readonly onClose: () => void }

function DeletePermission({ permission, onClose }: DeleteProps) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useWrite({
    mutationFn: (id: string) => call(rolesContract.deletePermission, { params: { id } }),
    onSuccess: async ({ title }) => {
      toast.success(deleteMessages.deleted(title))
      onClose()
      await queryClient.invalidateQueries({ queryKey: permissionsKey })
    },
    onError: (error) => {
      onClose()
      toast.error(errorMessage(error, permissionMessages.deleteFailed()))
    },
  })
  return (
    <DeleteDialog
      question={permission === null ? null : deleteMessages.question(permission.name)}
      isBusy={isPending}
      onConfirm={() => {
        if (permission !== null) mutate(permission.id)
      }}
      onCancel={onClose}
    />
  )
}
