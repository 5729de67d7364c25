import { useQueryClient } from '@tanstack/react-query'
import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { call, useUser } from '#accounts/identity/ui/session.ts'
import type { useMay } from '#accounts/roles/ui/queries.ts'
import { Avatar } from '#web/kit/layout/avatar.tsx'
import { Own } from '#web/kit/layout/own.tsx'
import { Badge } from '#web/kit/layout/badge.tsx'
import { IconButton } from '#web/kit/layout/button.tsx'
import { Chevron } from '#web/kit/layout/chevron.tsx'
import { ConfirmDialog } from '#web/kit/dialog/confirm-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { teamContract, type Member, type Team } from '../contract.ts'
import { teamMessages } from '../messages.ts'
import { teamQuery } from './queries.ts'

type Props = { readonly team: Team; readonly may: ReturnType<typeof useMay> }

export function Members({ team, may }: Props) {
  const self = useUser()?.id
  const [removing, setRemoving] = useState<Member | null>(null)
  return (
    <section aria-labelledby="members">
      <h2 id="members" className="text-xl font-semibold">
        {t('Members')}
      </h2>
      <ul className="panel mt-4 divide-y divide-line">
        {team.members.map((member) => (
          <li key={member.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
            <Avatar user={member} />
            <div className="min-w-0 flex-1 basis-48">
              <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
                <Own>{member.name}</Own>
                {member.id === self && <Badge>{t('You')}</Badge>}
              </p>
              <p translate="no" className="text-sm break-all text-muted">
                {member.email}
              </p>
            </div>
            <div className="flex min-w-0 items-center gap-2 pl-14 tight:pl-0 sm:pl-0">
              {member.isOwner ? (
                <Badge tone="brand">{t('Owner')}</Badge>
              ) : member.id !== self && may?.('team', 'update') === true ? (
                <RoleSelect member={member} team={team} />
              ) : (
                <Badge>{member.role?.name}</Badge>
              )}
              {!member.isOwner && member.id !== self && may?.('team', 'delete') === true && (
                <IconButton
                  label={t('Remove {name}', { name: member.name })}
                  className="hover:bg-danger-soft! hover:text-danger!"
                  onClick={() => setRemoving(member)}
                >
                  <UserMinus aria-hidden className="size-5" />
                </IconButton>
              )}
            </div>
          </li>
        ))}
      </ul>
      {removing !== null && <RemoveDialog member={removing} onClose={() => setRemoving(null)} />}
    </section>
  )
}

function RoleSelect({ member, team }: { readonly member: Member; readonly team: Team }) {
  const queryClient = useQueryClient()
  const { mutate } = useWrite({
    mutationFn: (roleId: string) =>
      call(teamContract.changeMember, { params: { id: member.id }, body: { roleId } }),
    onSuccess: () => toast.success(teamMessages.changed()),
    onError: (error) => toast.error(errorMessage(error, teamMessages.changeFailed())),
    onSettled: () => queryClient.invalidateQueries({ queryKey: teamQuery.queryKey }),
  })
  const present = member.role
  const isListed = team.roles.some(({ id }) => id === present?.id)
  return (
    <span className="relative block w-44 max-w-full">
      <select
        aria-label={t('Role of {name}', { name: member.name })}
        className="control appearance-none pr-10"
        value={present?.id ?? ''}
        onChange={(event) => mutate(event.target.value)}
      >
        {!isListed && <option value={present?.id ?? ''}>{present?.name}</option>}
        {team.roles.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <Chevron />
    </span>
  )
}

function RemoveDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useWrite({
    mutationFn: () => call(teamContract.removeMember, { params: { id: member.id } }),
    onSuccess: async ({ name }) => {
      toast.success(teamMessages.removed(name))
      onClose()
      await queryClient.invalidateQueries({ queryKey: teamQuery.queryKey })
    },
    onError: (error) => toast.error(errorMessage(error, teamMessages.removeFailed())),
  })
  return (
    <ConfirmDialog
      isOpen
      title={t('Remove {name}?', { name: member.name })}
      question={t('They lose access right away. Everything they created stays.')}
      confirmLabel={t('Remove')}
      isDangerous
      isBusy={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  )
}
