import { useEffect, useState } from 'react'
import {
  call,
  callOnce,
  parseUser,
  signOut,
  storedToken,
  storedUserText,
} from '#accounts/identity/ui/session.ts'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { invitationsContract, type OpenedInvitation } from '#accounts/invitations/contract.ts'
import { invitationMessages } from '#accounts/invitations/messages.ts'
import { plainKey } from '#foundation/typed/read-key.ts'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Logo } from '#web/kit/layout/logo.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Spinner } from '#web/kit/feedback/spinner.tsx'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { loginPath } from '#web/kit/browser/own-path.ts'
import type { User } from '#accounts/identity/contract.ts'
import { useOnce } from '#web/kit/browser/once.ts'
import { PasswordInput } from '#accounts/identity/ui/inputs.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { signInContract, signUpBody } from '#accounts/sign-in/contract.ts'
import { SocialButton } from './social-button.tsx'
import { useIdentityForm } from './after-sign-in.ts'

type State =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly message: string }
  | { readonly is: 'opened'; readonly invitation: OpenedInvitation }

/**
 * The page behind an invitation link. It shows the inviter and the team or role, and how to accept with or without an
 * account.
 */
export function InvitationPage() {
  const [token] = useState(() => plainKey(window.location.hash.slice(1)))
  const [state, setState] = useState<State>({ is: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    // Opening another link in this tab changes only the hash.
    window.addEventListener('hashchange', () => window.location.reload(), { signal: controller.signal })
    callOnce(invitationsContract.openInvitation, { body: { token }, signal: controller.signal }).then(
      (invitation) => setState({ is: 'opened', invitation }),
      (error: unknown) => {
        if (controller.signal.aborted) return
        setState({ is: 'failed', message: errorMessage(error, invitationMessages.openFailed()) })
      },
    )
    return () => controller.abort()
  }, [token])
  return (
    <div className="flex min-h-dvh flex-col px-5 py-6 sm:px-10">
      <title>{t('Invitation · Tillform')}</title>
      <header>
        <a href="/" aria-label={t('Tillform, start page')} className="inline-block rounded-lg">
          <Logo />
        </a>
      </header>
      <main className="m-auto w-full max-w-md animate-rise py-12" aria-busy={state.is === 'loading'}>
        {state.is === 'opened' ? (
          <Opened invitation={state.invitation} token={token} />
        ) : state.is === 'failed' ? (
          <>
            <h1 className="mb-6 text-4xl font-bold">{t('Invitation')}</h1>
            <Notice tone="danger">{state.message}</Notice>
            <div className="mt-6 grid gap-3 sm:grid-cols-2">
              <a href="/login" className={buttonClass()}>
                {t('Sign in')}
              </a>
              <a href="/contact-us" className={buttonClass('secondary')}>
                {t('Contact us')}
              </a>
            </div>
          </>
        ) : (
          <>
            <h1 className="mb-6 text-4xl font-bold">{t('Invitation')}</h1>
            <p className="flex items-center gap-3 text-muted">
              <Spinner /> {t('Opening your invitation')}
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
  const inviter = inviterName ?? t('Someone')
  return (
    <>
      <h1 className="text-4xl font-bold text-balance break-words">{titleOf(kind, sellerName)}</h1>
      <p className="mt-2 mb-8 text-pretty break-words text-muted">
        {kind === 'team'
          ? rich('{inviter} invited you to join the team with the role {role}.', {
              inviter,
              role: <strong className="font-semibold text-ink">{roleName}</strong>,
            })
          : t('{inviter} invited you to sell with Tillform as a partner.', { inviter })}
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

function titleOf(kind: OpenedInvitation['kind'], sellerName: string | null): string {
  if (kind === 'partner') return t('Become a partner')
  return sellerName === null ? t('Join the team') : t('Join {sellerName}', { sellerName })
}

type Props = { readonly email: string; readonly token: string }

function SignInFirst({ email, token }: Props) {
  return (
    <>
      <p className="mb-5">
        {rich('You already have an account with {email}. Sign in to accept.', {
          email: <span className="font-medium break-all">{email}</span>,
        })}
      </p>
      <a href={loginPath(`/invitation#${token}`)} className={`${buttonClass()} w-full`}>
        {t('Sign in')}
      </a>
    </>
  )
}

type AcceptProps = {
  readonly user: User
  readonly invitation: OpenedInvitation
  readonly token: string
}

/** Signed-in people get a button to accept, or a way to switch to the invited account. */
function AcceptInvitation({ user, invitation, token }: AcceptProps) {
  const [isBusy, setIsBusy] = useState(false)
  const once = useOnce()
  const [problem, setProblem] = useState<string | null>(null)
  const isInvited = user.email.toLowerCase() === invitation.email

  async function accept(): Promise<void> {
    setIsBusy(true)
    try {
      await call(invitationsContract.acceptInvitation, { body: { token } })
      // A full page load, so that no data of the previous shop stays in memory.
      window.location.replace(invitation.kind === 'team' ? '/forms' : '/billing')
    } catch (error) {
      setProblem(errorMessage(error, t('The invitation could not be accepted. Try again.')))
      setIsBusy(false)
    }
  }

  // A person without an account signs up on this page.
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
          {t('Accept invitation')}
        </Button>
      ) : (
        <>
          <p className="text-pretty">
            {rich('This invitation was sent to {invited}, but you are signed in as {present}.', {
              invited: (
                <span translate="no" className="font-medium break-all">
                  {invitation.email}
                </span>
              ),
              present: (
                <span translate="no" className="font-medium break-all">
                  {user.email}
                </span>
              ),
            })}
          </p>
          <Button isBusy={isBusy} className="w-full" onClick={() => void once(changeAccount)}>
            {t('Sign out and continue')}
          </Button>
        </>
      )}
    </div>
  )
}

type JoinProps = { readonly email: string; readonly token: string }

/** Signs up with the invited address, by a password or through the issuer. */
function JoinForm({ email, token }: JoinProps) {
  const { form, errors, isBusy, onSubmit } = useIdentityForm(signUpBody, (body) =>
    callOnce(signInContract.signUp, { body: { ...body, invitation: token } }),
  )
  return (
    <>
      <SocialButton to={`/invitation#${token}`} />
      <form ref={form} noValidate onSubmit={onSubmit} aria-label={t('Create account')} className="grid gap-5">
        {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
        <TextInput
          label={t('Your name')}
          required
          name="name"
          autoComplete="name"
          maxLength={120}
          error={errors.name}
        />
        <TextInput
          label={t('Email')}
          name="email"
          type="email"
          autoComplete="username"
          readOnly
          value={email}
          error={errors.email}
        />
        <PasswordInput
          autoComplete="new-password"
          hint={t('At least 8 characters.')}
          error={errors.password}
        />
        <Button type="submit" isBusy={isBusy} className="mt-1 w-full">
          {t('Create account and join')}
        </Button>
      </form>
    </>
  )
}
