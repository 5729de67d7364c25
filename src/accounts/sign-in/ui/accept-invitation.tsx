import { useState } from 'react'
import type { User } from '#accounts/identity/contract.ts'
import { call, signOut } from '#accounts/identity/ui/session.ts'
import { invitationsContract, type OpenedInvitation } from '#accounts/invitations/contract.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { useOnce } from '#web/kit/browser/once.ts'
import { loginPath } from '#web/kit/browser/own-path.ts'

type Props = {
  readonly user: User
  readonly invitation: OpenedInvitation
  readonly token: string
}

/** For who is signed in: accepting, or the way to the account that is invited. */
export function AcceptInvitation({ user, invitation, token }: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const once = useOnce()
  const [problem, setProblem] = useState<string | null>(null)
  const isInvited = user.email.toLowerCase() === invitation.email

  async function accept(): Promise<void> {
    setIsBusy(true)
    try {
      await call(invitationsContract.acceptInvitation, { body: { token } })
      // A page load of its own: nothing of the shop that was left stays in memory.
      window.location.replace(invitation.kind === 'team' ? '/forms' : '/billing')
    } catch (error) {
      setProblem(errorMessage(error, 'The invitation could not be accepted. Try again.'))
      setIsBusy(false)
    }
  }

  // Who has no account yet signs up on this page.
  const here = `/invitation#${token}`
  const backHere = invitation.hasAccount ? loginPath(here) : here

  async function changeAccount(): Promise<void> {
    setIsBusy(true)
    await signOut(backHere)
  }

  return (
    <div className="grid gap-5">
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {isInvited ? (
        <Button isBusy={isBusy} className="w-full" onClick={() => void once(accept)}>
          Accept the invitation
        </Button>
      ) : (
        <>
          <p className="text-pretty">
            It was sent to{' '}
            <span translate="no" className="font-medium break-all">
              {invitation.email}
            </span>
            , and you are signed in as{' '}
            <span translate="no" className="font-medium break-all">
              {user.email}
            </span>
            .
          </p>
          <Button isBusy={isBusy} className="w-full" onClick={() => void once(changeAccount)}>
            Sign out and continue
          </Button>
        </>
      )}
    </div>
  )
}
