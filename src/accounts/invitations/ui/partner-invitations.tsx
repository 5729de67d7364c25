import { useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { When } from '#web/kit/layout/when.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { invitationsContract } from '../contract.ts'
import { invitationMessages } from '../messages.ts'
import { partnerInvitationsQuery } from './queries.ts'

/** The pending Partner invitations. Renders nothing if there are none. */
export function PartnerInvitations() {
  const queryClient = useQueryClient()
  const { data } = useQuery(partnerInvitationsQuery)
  const { mutate, isPending, variables } = useWrite({
    mutationFn: (id: string) => call(invitationsContract.revokePartnerInvitation, { params: { id } }),
    onSuccess: () => toast.success(invitationMessages.revoked()),
    onError: (error) => toast.error(errorMessage(error, invitationMessages.revokeFailed())),
    onSettled: () => queryClient.invalidateQueries({ queryKey: partnerInvitationsQuery.queryKey }),
  })
  if (data === undefined || data.data.length === 0) return null
  return (
    <section aria-labelledby="invited" className="mt-10">
      <h2 id="invited" className="text-xl font-semibold">
        {t('Invited as partners')}
      </h2>
      <ul className="panel mt-4 divide-y divide-line">
        {data.data.map(({ id, email, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5">
            <span className="min-w-0 flex-1 basis-56 font-medium break-all">{email}</span>
            <span className="text-sm text-muted">
              {rich('Expires {time}', { time: <When at={expiresAt} /> })}
            </span>
            <Button
              variant="ghost"
              aria-label={t('Revoke the invitation to {email}', { email })}
              isBusy={isPending && variables === id}
              onClick={() => mutate(id)}
            >
              {t('Revoke')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
