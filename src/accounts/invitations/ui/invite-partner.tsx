import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { TypingDialog } from '#web/kit/dialog/editor-dialog.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { inviteBody, invitationsContract } from '../contract.ts'
import { invitationMessages } from '../messages.ts'
import { InvitationLink } from './invitation-link.tsx'
import { partnerInvitationsQuery } from './queries.ts'

/** Invites a Partner, by email or with a link to pass on. */
export function InvitePartner() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Send aria-hidden className="size-4.5" />
        {t('Invite a partner')}
      </Button>
      {isOpen && <InviteDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const queryClient = useQueryClient()
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending, data } = useWrite({
    mutationFn: () => call(invitationsContract.invitePartner, { body: { email } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: partnerInvitationsQuery.queryKey }),
    onError: (error) => {
      setProblem(error instanceof ApiError ? error.errors['email'] : undefined)
      toast.error(errorMessage(error, invitationMessages.sendFailed()))
    },
  })
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    const found = inviteBody.safeParse({ email }).error?.issues[0]?.message
    setProblem(found)
    if (found === undefined) mutate()
  }
  return (
    <TypingDialog
      isOpen
      hasTyped={data === undefined && email !== ''}
      onClose={onClose}
      title={data === undefined ? t('Invite a partner') : t('Invitation sent')}
      {...(data === undefined
        ? { description: t('They can choose the Partner plan when they sign up.') }
        : {})}
    >
      {data === undefined ? (
        <form noValidate onSubmit={submit} className="grid gap-5">
          <TextInput
            label={t('Email')}
            required
            type="email"
            autoComplete="off"
            value={email}
            error={problem}
            onChange={(event) => setEmail(event.target.value)}
          />
          <DialogActions label={t('Send invitation')} isBusy={isPending} onCancel={onClose} />
        </form>
      ) : (
        <InvitationLink email={data.email} url={data.url} onClose={onClose} />
      )}
    </TypingDialog>
  )
}
