import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { zodResolver } from '@hookform/resolvers/zod'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import type { OpenInvitation } from '#accounts/invitations/contract.ts'
import { invitationMessages } from '#accounts/invitations/messages.ts'
import type { useMay } from '#accounts/roles/ui/queries.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { When } from '#web/kit/layout/when.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { InvitationLink } from '#accounts/invitations/ui/invitation-link.tsx'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useEditor } from '#web/kit/form/use-editor.ts'
import { teamContract, teamInviteBody, type TeamRole } from '../contract.ts'
import { teamQuery } from './queries.ts'

type OpenProps = {
  readonly invitations: readonly OpenInvitation[]
  readonly may: ReturnType<typeof useMay>
}

/** The pending invitations. Renders nothing if there are none. */
export function OpenInvitations({ invitations, may }: OpenProps) {
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="invited">
      <h2 id="invited" className="text-xl font-semibold">
        {t('Invited')}
      </h2>
      <ul className="panel mt-4 divide-y divide-line">
        {invitations.map((invitation) => (
          <Invited key={invitation.id} invitation={invitation} may={may} />
        ))}
      </ul>
    </section>
  )
}

type RowProps = { readonly invitation: OpenInvitation; readonly may: OpenProps['may'] }

function Invited({ invitation, may }: RowProps) {
  const { id, email, roleName, expiresAt } = invitation
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: teamQuery.queryKey })
  const resend = useWrite({
    mutationFn: () => call(teamContract.resendInvitation, { params: { id } }),
    onSuccess: () => toast.success(invitationMessages.sent()),
    onError: (error) => toast.error(errorMessage(error, invitationMessages.sendFailed())),
    onSettled,
  })
  const revoke = useWrite({
    mutationFn: () => call(teamContract.revokeInvitation, { params: { id } }),
    onSuccess: () => toast.success(invitationMessages.revoked()),
    onError: (error) => toast.error(errorMessage(error, invitationMessages.revokeFailed())),
    onSettled,
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">{email}</p>
        <p className="text-sm text-muted">{rich('Expires {time}', { time: <When at={expiresAt} /> })}</p>
      </div>
      {roleName !== null && <Badge>{roleName}</Badge>}
      <span className="flex">
        {may?.('team', 'update') === true && (
          <Button
            variant="ghost"
            aria-label={t('Send again: the invitation to {email}', { email })}
            isBusy={resend.isPending}
            onClick={() => resend.mutate()}
          >
            {t('Send again')}
          </Button>
        )}
        {may?.('team', 'delete') === true && (
          <Button
            variant="ghost"
            aria-label={t('Revoke the invitation to {email}', { email })}
            isBusy={revoke.isPending}
            onClick={() => revoke.mutate()}
          >
            {t('Revoke')}
          </Button>
        )}
      </span>
    </li>
  )
}

type Props = { readonly roles: readonly TeamRole[] }
type Values = z.output<typeof teamInviteBody>
type Sent = { readonly email: string; readonly url: string }

const check = zodResolver<Values, unknown, Values>(teamInviteBody)

/** Invites a person to the team, by email or with a link to pass on. */
export function InviteMember({ roles }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [sent, setSent] = useState<Sent | null>(null)
  function close(): void {
    setIsOpen(false)
    setSent(null)
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <UserPlus aria-hidden className="size-5" />
        {t('Invite')}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={sent === null ? t('Invite a team member') : t('Invitation sent')}
        {...(sent === null ? { description: t('We will email them a link to join.') } : {})}
      >
        {sent === null ? (
          <InviteForm roles={roles} onSent={setSent} onClose={close} />
        ) : (
          <InvitationLink {...sent} onClose={close} />
        )}
      </Dialog>
    </>
  )
}

type FormProps = Props & { readonly onSent: (sent: Sent) => void; readonly onClose: () => void }

function InviteForm({ roles, onSent, onClose }: FormProps) {
  const queryClient = useQueryClient()
  const { methods, element, submit } = useEditor({
    initial: { email: '', roleId: roles[0]?.id ?? '' },
    resolver: check,
    names: ['email', 'roleId'],
    failure: invitationMessages.sendFailed(),
    onSave: async (body) => {
      onSent(await call(teamContract.inviteMember, { body }))
      await queryClient.invalidateQueries({ queryKey: teamQuery.queryKey })
      return null
    },
  })
  const { register, watch, formState } = methods
  const { errors, isSubmitting } = formState
  const chosen = watch('roleId')
  return (
    <form ref={element} noValidate aria-label={t('Invitation')} className="grid gap-5" onSubmit={submit}>
      <TextInput
        label={t('Email')}
        required
        type="email"
        autoComplete="off"
        error={errors.email?.message}
        {...register('email')}
      />
      <Select
        label={t('Role')}
        required
        options={roles.map(({ id, name }) => ({ value: id, label: name }))}
        hint={roles.find(({ id }) => id === chosen)?.description}
        error={errors.roleId?.message}
        {...register('roleId')}
      />
      <DialogActions label={t('Send invitation')} isBusy={isSubmitting} onCancel={onClose} />
    </form>
  )
}
