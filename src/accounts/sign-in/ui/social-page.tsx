import { useEffect, useState } from 'react'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import type { Session } from '#accounts/identity/contract.ts'
import { socialContract, type SocialProfile } from '#accounts/identity/social/contract.ts'
import { EntrancePage } from '#accounts/identity/ui/entrance-page.tsx'
import { broadcastProved, provedPath } from '#accounts/identity/ui/proof/proved-elsewhere.ts'
import { call, callOnce, isSignedIn, storedToken } from '#accounts/identity/ui/session.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { useOnce } from '#web/kit/browser/once.ts'
import { loginPath, ownPath } from '#web/kit/browser/own-path.ts'
import { socialSignInName } from '#web/kit/layout/page-facts.ts'
import { Spinner } from '#web/kit/feedback/spinner.tsx'
import { CodeInput } from '#accounts/identity/ui/inputs.tsx'
import { useCheckedForm } from '#accounts/identity/ui/checked-form.ts'
import { requiredText } from '#foundation/http/input/fields.ts'
import { signInContract } from '../contract.ts'
import { continueAfterSignIn } from './after-sign-in.ts'

type State =
  | { readonly at: 'working' }
  | { readonly at: 'proved' }
  | { readonly at: 'taken' | 'code'; readonly profile: SocialProfile }
  | { readonly at: 'failed'; readonly message: string; readonly back: string }

const socialPath = '/login/social'

/** Runs once per visit, however often the page renders. */
let going: Promise<State> | undefined

/** The page to which the issuer sends people back. It signs them in, or registers new ones. */
export function SocialPage() {
  const name = socialSignInName() ?? 'this sign-in'
  const [state, setState] = useState<State>({ at: 'working' })

  useEffect(() => {
    going ??= proceed(name)
    void going.then(setState)
  }, [name])

  if (state.at === 'working') {
    return (
      <EntrancePage
        title={t('Signing you in')}
        lead={t('You are signed in with {name}. One moment…', { name })}
      >
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner /> {t('Opening your account')}
        </p>
      </EntrancePage>
    )
  }
  if (state.at === 'failed') {
    return (
      <EntrancePage title={t('Something went wrong')} lead={t('Nothing was changed.')}>
        <div className="grid gap-5">
          <Notice tone="danger">{state.message}</Notice>
          <a href={state.back} className={`${buttonClass()} w-full`}>
            {backTo(state.back)}
          </a>
        </div>
      </EntrancePage>
    )
  }
  if (state.at === 'proved') {
    return (
      <EntrancePage title={t('Confirmed')} lead={t('Close this window and continue where you left off.')}>
        <Button className="w-full" onClick={() => window.close()}>
          {t('Close this window')}
        </Button>
      </EntrancePage>
    )
  }
  if (state.at === 'code') return <SocialCode profile={state.profile} />
  return storedToken() === null ? (
    <SignInFirst profile={state.profile} />
  ) : (
    <Connect profile={state.profile} />
  )
}

function backTo(path: string): string {
  if (path === '/') return t('Back to Tillform')
  return path === '/login' ? t('Back to sign-in') : t('Back to the invitation')
}

/** The issuer's response is kept for ten minutes, in this browser alone. */
function messageOf(error: unknown, name: string): string {
  if (error instanceof ApiError && error.status === 404)
    return t('Your sign-in with {name} has expired. Start again.', { name })
  return errorMessage(error, t('Signing in with {name} did not work.', { name }))
}

/** For direct sign-ins and registrations, this page only shows progress until the next page opens. */
async function proceed(name: string): Promise<State> {
  const fail = (error: unknown, back: string): State => ({
    at: 'failed',
    message: messageOf(error, name),
    back,
  })
  let profile: SocialProfile
  try {
    profile = await callOnce(socialContract.getSocialProfile, {})
  } catch (error) {
    return fail(error, '/login')
  }
  if (profile.to === provedPath && isSignedIn())
    return proveHere().catch((error: unknown) => fail(error, '/'))
  if (profile.standing === 'taken') return { at: 'taken', profile }
  try {
    // New people have used up their invitation by signing up.
    const isJoined = profile.standing === 'new' && invitationOf(profile.to) !== undefined
    await continueAfterSignIn(await enter(profile), isJoined ? null : profile.to)
    return { at: 'working' }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'code-required') return { at: 'code', profile }
    return fail(error, profile.to !== null && invitationOf(profile.to) !== undefined ? profile.to : '/login')
  }
}

/** Notifies the page that waits in another window. */
async function proveHere(): Promise<State> {
  await call(socialContract.proveSocially, {})
  broadcastProved()
  window.close()
  return { at: 'proved' }
}

function enter({ standing, email, uid, firstname, lastName, to }: SocialProfile): Promise<Session> {
  if (standing === 'known') return callOnce(socialContract.finishSocialSignIn, { body: {} })
  const body = { email, uid, firstname, lastName, invitation: invitationOf(to) }
  return callOnce(signInContract.register, { body })
}

/** The token of the invitation the person came from, or undefined if there is none. */
function invitationOf(to: string | null): string | undefined {
  return /^\/invitation#(.+)$/.exec(to ?? '')?.[1]
}

function SignInFirst({ profile: { email } }: { readonly profile: SocialProfile }) {
  const name = socialSignInName() ?? ''
  return (
    <EntrancePage
      title={t('You have an account')}
      lead={t(
        '{email} already has an account with a password. Sign in with your password first, then connect {name}.',
        { email, name },
      )}
    >
      <a href={loginPath(socialPath)} className={`${buttonClass()} w-full`}>
        {t('Sign in to connect')}
      </a>
    </EntrancePage>
  )
}

function Connect({ profile: { email, to } }: { readonly profile: SocialProfile }) {
  const name = socialSignInName() ?? ''
  const [isBusy, setIsBusy] = useState(false)
  const once = useOnce()
  const [problem, setProblem] = useState<string>()
  const next = ownPath(to, window.location.origin)

  async function connect(): Promise<void> {
    setIsBusy(true)
    try {
      await call(socialContract.connectSocialSignIn, {})
      window.location.replace(next)
    } catch (error) {
      setProblem(errorMessage(error, t('{name} could not be connected. Try again.', { name })))
      setIsBusy(false)
    }
  }

  return (
    <EntrancePage
      title={t('Connect {name}', { name })}
      lead={t('You will also be able to sign in to {email} with {name}.', { email, name })}
    >
      <div className="grid gap-3">
        {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
        <Button isBusy={isBusy} className="w-full" onClick={() => void once(connect)}>
          {t('Connect {name}', { name })}
        </Button>
        <a href={next} className={`${buttonClass('ghost')} w-full`}>
          {t('Not now')}
        </a>
      </div>
    </EntrancePage>
  )
}

const withCode = z.object({ code: requiredText(64) })

/** Asks for the second factor if the issuer reports that it checked only one. */
function SocialCode({ profile: { to } }: { readonly profile: SocialProfile }) {
  const { form, errors, isBusy, onSubmit } = useCheckedForm(withCode, async (body) => {
    await continueAfterSignIn(await callOnce(socialContract.finishSocialSignIn, { body }), to)
    return true
  })
  return (
    <EntrancePage
      title={t('One more step')}
      lead={t('Enter the code from your authenticator app, or one of your recovery codes.')}
    >
      <form ref={form} noValidate onSubmit={onSubmit} aria-label={t('Sign in')} className="grid gap-5">
        {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
        <CodeInput error={errors.code} />
        <Button type="submit" isBusy={isBusy} className="mt-1 w-full">
          {t('Continue')}
        </Button>
        <a href="/login" className={`${buttonClass('ghost')} w-full`}>
          {t('Start over')}
        </a>
      </form>
    </EntrancePage>
  )
}
