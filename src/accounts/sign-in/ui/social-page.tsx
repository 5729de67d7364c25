import { useEffect, useState } from 'react'
import { z } from 'zod'
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

/** Once for each visit, however often the page is drawn. */
let going: Promise<State> | undefined

/** Where people come back to from the issuer: who is known is signed in, who is new is registered. */
export function SocialPage() {
  const name = socialSignInName() ?? 'this sign-in'
  const [state, setState] = useState<State>({ at: 'working' })

  useEffect(() => {
    going ??= goOn(name)
    void going.then(setState)
  }, [name])

  if (state.at === 'working') {
    return (
      <EntrancePage title="Signing you in" lead={`${name} has told us who you are. One moment.`}>
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner /> Opening your account
        </p>
      </EntrancePage>
    )
  }
  if (state.at === 'failed') {
    return (
      <EntrancePage title="That did not work" lead="Nothing was changed.">
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
      <EntrancePage title="That was you" lead="Close this window and go on where you were.">
        <Button className="w-full" onClick={() => window.close()}>
          Close this window
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
  if (path === '/') return 'Back to Tillform'
  return path === '/login' ? 'Back to the sign-in' : 'Back to the invitation'
}

/** What came back is kept for ten minutes, in this browser alone. */
function messageOf(error: unknown, name: string): string {
  if (error instanceof ApiError && error.status === 404)
    return `Your sign-in with ${name} has expired. Start again.`
  return errorMessage(error, `Signing in with ${name} did not work.`)
}

/** What is left to be shown: for who signs in or registers at once, the work until the page is left. */
async function goOn(name: string): Promise<State> {
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
    // Who is new has used their invitation up by coming in.
    const isJoined = profile.standing === 'new' && invitationOf(profile.to) !== undefined
    await continueAfterSignIn(await enter(profile), isJoined ? null : profile.to)
    return { at: 'working' }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'code-required') return { at: 'code', profile }
    return fail(error, profile.to !== null && invitationOf(profile.to) !== undefined ? profile.to : '/login')
  }
}

/** For the page that waits in another window. */
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

/** The token of the invitation that somebody came from; undefined for who came from elsewhere. */
function invitationOf(to: string | null): string | undefined {
  return /^\/invitation#(.+)$/.exec(to ?? '')?.[1]
}

function SignInFirst({ profile: { email } }: { readonly profile: SocialProfile }) {
  const name = socialSignInName() ?? ''
  return (
    <EntrancePage
      title="You have an account"
      lead={`${email} belongs to an account here that signs in with a password. Sign in with it first, and then connect ${name}.`}
    >
      <a href={loginPath(socialPath)} className={`${buttonClass()} w-full`}>
        Sign in to connect
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
      setProblem(errorMessage(error, `${name} could not be connected. Try again.`))
      setIsBusy(false)
    }
  }

  return (
    <EntrancePage
      title={`Connect ${name}`}
      lead={`From now on you can sign in as ${email} with ${name} too.`}
    >
      <div className="grid gap-3">
        {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
        <Button isBusy={isBusy} className="w-full" onClick={() => void once(connect)}>
          {`Connect ${name}`}
        </Button>
        <a href={next} className={`${buttonClass('ghost')} w-full`}>
          Not now
        </a>
      </div>
    </EntrancePage>
  )
}

const withCode = z.object({ code: requiredText(64) })

/** The second factor of somebody whom the issuer has asked for one factor only, as far as it says. */
function SocialCode({ profile: { to } }: { readonly profile: SocialProfile }) {
  const { form, errors, isBusy, onSubmit } = useCheckedForm(withCode, async (body) => {
    await continueAfterSignIn(await callOnce(socialContract.finishSocialSignIn, { body }), to)
    return true
  })
  return (
    <EntrancePage
      title="One more step"
      lead="Enter the code from your authenticator app, or one of your recovery codes."
    >
      <form ref={form} noValidate onSubmit={onSubmit} aria-label="Sign in" className="grid gap-5">
        {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
        <CodeInput error={errors.code} />
        <Button type="submit" isBusy={isBusy} className="mt-1 w-full">
          Continue
        </Button>
        <a href="/login" className={`${buttonClass('ghost')} w-full`}>
          Start over
        </a>
      </form>
    </EntrancePage>
  )
}
