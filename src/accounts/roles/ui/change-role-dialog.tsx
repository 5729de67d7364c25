import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { toast } from 'sonner'
import { msg, say, t, type Message } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { type PlatformRole, platformRoles } from '#foundation/http/contract/caller.ts'
import { CheckRow } from '#web/kit/form/check-row.tsx'
import { ConfirmDialog } from '#web/kit/dialog/confirm-dialog.tsx'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { Badge, type Tone } from '#web/kit/layout/badge.tsx'
import { type AdminUser, rolesContract } from '../contract.ts'
import { roleMessages, userMessages } from '../messages.ts'
import { rightsQuery, roleChoicesQuery, usersKey } from './queries.ts'

const meanings: Readonly<Record<PlatformRole, Message>> = {
  SuperAdmin: msg('Can do everything, for every seller, and grant roles.'),
  Admin: msg('Sees every seller’s data, and changes it as the roles below allow.'),
  Partner: msg('A seller who can choose the Partner plan.'),
  Customer: msg('A seller.'),
}

type Props = { readonly user: AdminUser; readonly onClose: () => void }

/** Lets a SuperAdmin choose a user's role and confirm the choice. */
export function ChangeRoleDialog({ user, onClose }: Props) {
  const queryClient = useQueryClient()
  const [role, setRole] = useState(user.role)
  const [roles, setRoles] = useState(user.roles.map(({ id }) => id))
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useWrite({
    mutationFn: () =>
      call(rolesContract.changeUser, {
        params: { id: user.id },
        body: { role, ...(role === 'Admin' ? { roles } : {}) },
      }),
    onSuccess: async () => {
      toast.success(userMessages.saved())
      onClose()
      await queryClient.invalidateQueries({ queryKey: usersKey })
      await queryClient.invalidateQueries({ queryKey: rightsQuery.queryKey })
    },
    onError: (error) => {
      setIsAsking(false)
      toast.error(errorMessage(error, userMessages.saveFailed()))
    },
  })
  const name = nameOf(user)
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    setIsAsking(true)
  }
  if (isAsking) {
    return (
      <ConfirmDialog
        isOpen
        title={titleOf(user, role)}
        question={`${say(meanings[role])} ${t('The change takes effect right away and is recorded in the audit log.')}`}
        confirmLabel={t('Change role')}
        isDangerous={role === 'SuperAdmin'}
        isBusy={isPending}
        onConfirm={() => mutate()}
        onCancel={() => setIsAsking(false)}
      />
    )
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('Change role')} description={`${name} (${user.email})`}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {!user.emailVerified && <Notice tone="info">{roleMessages.unconfirmed()}</Notice>}
        <Select
          label={t('Role')}
          value={role}
          hint={say(meanings[role])}
          options={platformRoles.map((value) => ({ value, label: value }))}
          onChange={(event) => {
            const chosen = platformRoles.find((known) => known === event.target.value)
            if (chosen !== undefined) setRole(chosen)
          }}
        />
        {role === 'Admin' && <AdminRoles chosen={roles} onChange={setRoles} />}
        <DialogActions label={t('Continue')} isBusy={false} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function nameOf({ name, email }: AdminUser): string {
  return name.trim() === '' ? email : name
}

function titleOf(user: AdminUser, role: PlatformRole): string {
  if (role === user.role) return t('Change the roles?')
  const name = nameOf(user)
  return role === 'Admin'
    ? t('Make {name} an {role}?', { name, role })
    : t('Make {name} a {role}?', { name, role })
}

type RolesProps = { readonly chosen: readonly string[]; readonly onChange: (chosen: string[]) => void }

function AdminRoles({ chosen, onChange }: RolesProps) {
  const { data } = useQuery(roleChoicesQuery)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">{t('Roles')}</legend>
      {data?.map(({ id, name, description }) => (
        <CheckRow
          key={id}
          label={name}
          hint={description}
          checked={chosen.includes(id)}
          onChange={() =>
            onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
          }
        />
      ))}
      {data?.length === 0 && <p className="text-muted">{t('There are no roles yet.')}</p>}
    </fieldset>
  )
}

const tones: Readonly<Record<PlatformRole, Tone>> = {
  SuperAdmin: 'danger',
  Admin: 'warning',
  Partner: 'brand',
  Customer: 'neutral',
}

/** A user's platform role, an Admin's roles, and whether the address is confirmed. */
export function RoleBadges({ user }: { readonly user: Pick<AdminUser, 'role' | 'roles' | 'emailVerified'> }) {
  return (
    <>
      <Badge tone={tones[user.role]}>{user.role}</Badge>
      {!user.emailVerified && <Badge tone="warning">{t('Email not confirmed')}</Badge>}
      {user.roles.map(({ id, name }) => (
        <Badge key={id}>{name}</Badge>
      ))}
    </>
  )
}
