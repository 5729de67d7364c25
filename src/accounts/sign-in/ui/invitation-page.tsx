import { type ReactNode, useEffect, useState } from 'react'
import { callOnce, parseUser, storedToken, storedUserText } from '#accounts/identity/ui/session.ts'
import { invitationsContract, type OpenedInvitation } from '#accounts/invitations/contract.ts'
import { invitationMessages } from '#accounts/invitations/messages.ts'
import { plainKey } from '#foundation/typed/read-key.ts'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Logo } from '#web/kit/layout/logo.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Spinner } from '#web/kit/feedback/spinner.tsx'
import { AcceptInvitation } from './accept-invitation.tsx'
import { JoinForm } from './join-form.tsx'
import { buttonClass } from '#web/kit/layout/button.tsx'
import { loginPath } from '#web/kit/browser/own-path.ts'

type State =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly message: string }
  | { readonly is: 'opened'; readonly invitation: OpenedInvitation }

/** Where the link of an invitation leads: who invites to what, and the way in for who has an account and who has not. */
export function InvitationPage() {
  const [token] = useState(() => plainKey(window.location.hash.slice(1)))
  const [state, setState] = useState<State>({ is: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    // Another link that is opened in this tab changes the hash alone.
    window.addEventListener('hashchange', () => window.location.reload(), { signal: controller.signal })
    callOnce(invitationsContract.openInvitation, { body: { token }, signal: controller.signal }).then(
      (invitation) => setState({ is: 'opened', invitation }),
      (error: unknown) => {
        if (controller.signal.aborted) return
        setState({ is: 'failed', message: errorMessage(error, invitationMessages.openFailed) })
      },
    )
    return () => controller.abort()
  }, [token])
  return (
    <div className="flex min-h-dvh flex-col px-5 py-6 sm:px-10">
      <title>Invitation · Tillform</title>
      <header>
        <a href="/" aria-label="Tillform, start page" className="inline-block rounded-lg">
          <Logo />
        </a>
      </header>
      <main className="m-auto w-full max-w-md animate-rise py-12" aria-busy={state.is === 'loading'}>
        {state.is === 'opened' ? (
          <Opened invitation={state.invitation} token={token} />
        ) : state.is === 'failed' ? (
          <>
            <h1 className="mb-6 text-4xl font-bold">Invitation</h1>
            <Notice tone="danger">{state.message}</Notice>
          </>
        ) : (
          <>
            <h1 className="mb-6 text-4xl font-bold">Invitation</h1>
            <p className="flex items-center gap-3 text-muted">
              <Spinner /> Opening your invitation
            </p>
          </>
        )}
      </main>
    </div>
  )
}

type OpenedProps = { readonly invitation: OpenedInvitation; readonly token: string }

function Opened({ invitation, token }: OpenedProps) {
  const { kind, email, sellerName, roleName, inviterName, hasAccount } = invitation
  const [user] = useState(() => (storedToken() === null ? null : parseUser(storedUserText())))
  const inviter = inviterName ?? 'Somebody'
  return (
    <>
      <h1 className="text-4xl font-bold text-balance break-words">
        {kind === 'team' ? `Join ${sellerName ?? 'the team'}` : 'Become a partner'}
      </h1>
      <p className="mt-2 mb-8 text-pretty break-words text-muted">
        {kind === 'team' ? (
          <>
            {inviter} invites you to join the team, as <Strong>{roleName}</Strong>.
          </>
        ) : (
          <>{inviter} invites you to sell with Tillform as a partner.</>
        )}
      </p>
      {user !== null ? (
        <AcceptInvitation user={user} invitation={invitation} token={token} />
      ) : hasAccount ? (
        <SignInFirst email={email} token={token} />
      ) : (
        <JoinForm email={email} token={token} />
      )}
    </>
  )
}

function Strong({ children }: { readonly children: ReactNode }) {
  return <strong className="font-semibold text-ink">{children}</strong>
}

type Props = { readonly email: string; readonly token: string }

function SignInFirst({ email, token }: Props) {
  return (
    <>
      <p className="mb-5">
        You have an account with <span className="font-medium break-all">{email}</span>. Sign in to accept.
      </p>
      <a href={loginPath(`/invitation#${token}`)} className={`${buttonClass()} w-full`}>
        Sign in
      </a>
    </>
  )
}
