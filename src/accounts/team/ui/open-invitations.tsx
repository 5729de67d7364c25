import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import type { OpenInvitation } from '#accounts/invitations/contract.ts'
import { invitationMessages } from '#accounts/invitations/messages.ts'
import type { useMay } from '#accounts/roles/ui/queries.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { When } from '#web/kit/layout/when.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { teamContract } from '../contract.ts'
import { teamQuery } from './queries.ts'

type Props = {
  readonly invitations: readonly OpenInvitation[]
  readonly may: ReturnType<typeof useMay>
}

/** Who is invited and has not answered; nothing while nobody is. */
export function OpenInvitations({ invitations, may }: Props) {
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="invited">
      <h2 id="invited" className="text-xl font-semibold">
        Invited
      </h2>
      <ul className="panel mt-4 divide-y divide-line">
        {invitations.map((invitation) => (
          <Invited key={invitation.id} invitation={invitation} may={may} />
        ))}
      </ul>
    </section>
  )
}

type RowProps = { readonly invitation: OpenInvitation; readonly may: Props['may'] }

function Invited({ invitation, may }: RowProps) {
  const { id, email, roleName, expiresAt } = invitation
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: teamQuery.queryKey })
  const resend = useWrite({
    mutationFn: () => call(teamContract.resendInvitation, { params: { id } }),
    onSuccess: () => toast.success(invitationMessages.sent),
    onError: (error) => toast.error(errorMessage(error, invitationMessages.sendFailed)),
    onSettled,
  })
  const revoke = useWrite({
    mutationFn: () => call(teamContract.revokeInvitation, { params: { id } }),
    onSuccess: () => toast.success(invitationMessages.revoked),
    onError: (error) => toast.error(errorMessage(error, invitationMessages.revokeFailed)),
    onSettled,
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">{email}</p>
        <p className="text-sm text-muted">
          Expires <When at={expiresAt} />
        </p>
      </div>
      {roleName !== null && <Badge>{roleName}</Badge>}
      <span className="flex">
        {may?.('team', 'update') === true && (
          <Button
            variant="ghost"
            aria-label={`Send again: the invitation of ${email}`}
            isBusy={resend.isPending}
            onClick={() => resend.mutate()}
          >
            Send again
          </Button>
        )}
        {may?.('team', 'delete') === true && (
          <Button
            variant="ghost"
            aria-label={`Revoke the invitation of ${email}`}
            isBusy={revoke.isPending}
            onClick={() => revoke.mutate()}
          >
            Revoke
          </Button>
        )}
      </span>
    </li>
  )
}
