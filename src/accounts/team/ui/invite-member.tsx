import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '#accounts/identity/ui/session.ts'
import { invitationMessages } from '#accounts/invitations/messages.ts'
import { InvitationLink } from '#accounts/invitations/ui/invitation-link.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useEditor } from '#web/kit/form/use-editor.ts'
import { teamContract, teamInviteBody, type TeamRole } from '../contract.ts'
import { teamQuery } from './queries.ts'

type Props = { readonly roles: readonly TeamRole[] }
type Values = z.output<typeof teamInviteBody>
type Sent = { readonly email: string; readonly url: string }

const check = zodResolver<Values, unknown, Values>(teamInviteBody)

/** Invites somebody into the team, by email or by the link. */
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
        Invite
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={sent === null ? 'Invite to the team' : 'Invitation sent'}
        {...(sent === null ? { description: 'They get an email with a link to join.' } : {})}
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
    failure: invitationMessages.sendFailed,
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
    <form ref={element} noValidate aria-label="Invitation" className="grid gap-5" onSubmit={submit}>
      <TextInput
        label="Email"
        required
        type="email"
        autoComplete="off"
        error={errors.email?.message}
        {...register('email')}
      />
      <Select
        label="Role"
        required
        options={roles.map(({ id, name }) => ({ value: id, label: name }))}
        hint={roles.find(({ id }) => id === chosen)?.description}
        error={errors.roleId?.message}
        {...register('roleId')}
      />
      <DialogActions label="Send invitation" isBusy={isSubmitting} onCancel={onClose} />
    </form>
  )
}
