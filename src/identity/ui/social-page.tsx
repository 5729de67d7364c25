import { useEffect, useState } from 'react'
import { ApiError } from '#http/client.ts'
import { registrationContract } from '#identity/registration/contract.ts'
import { socialContract, type SocialProfile } from '#identity/social/contract.ts'
import { ownPath, loginPath } from '#shell/own-path.ts'
import { errorMessage } from '#shell/error-message.ts'
import { socialSignInName } from '#shell/page-facts.ts'
import { call, callOnce, storedToken } from '#shell/session.ts'
import { Button, buttonClass } from '#shell/ui/button.tsx'
import { Notice } from '#shell/ui/notice.tsx'
import { Spinner } from '#shell/ui/spinner.tsx'
import { continueAfterSignIn } from './after-sign-in.ts'
import { EntrancePage } from './entrance-page.tsx'

type State =
  | { readonly at: 'working' }
  | { readonly at: 'taken'; readonly profile: SocialProfile }
  | { readonly at: 'failed'; readonly message: string }

const socialPath = '/login/social'

/** Once for each visit, however often the page is drawn. */
let going: Promise<SocialProfile | null> | undefined

/** Where people come back to from the issuer: who is known is signed in, who is new is registered. */
export function SocialPage() {
  const name = socialSignInName() ?? 'this sign-in'
  const [state, setState] = useState<State>({ at: 'working' })

  useEffect(() => {
    going ??= goOn()
    going
      .then((profile) => profile !== null && setState({ at: 'taken', profile }))
      .catch((error: unknown) => setState({ at: 'failed', message: messageOf(error, name) }))
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
          <a href="/login" className={`${buttonClass()} w-full`}>
            Back to the sign-in
          </a>
        </div>
      </EntrancePage>
    )
  }
  return storedToken() === null ? (
    <SignInFirst profile={state.profile} />
  ) : (
    <Connect profile={state.profile} />
  )
}

/** What came back is kept for ten minutes, in this browser alone. */
function messageOf(error: unknown, name: string): string {
  if (error instanceof ApiError && error.status === 404)
    return `Your sign-in with ${name} has ended. Begin again.`
  return errorMessage(error, `Signing in with ${name} did not work.`)
}

/** Resolves to the profile of somebody who has an account here that signs in otherwise, and else leaves the page. */
async function goOn(): Promise<SocialProfile | null> {
  const profile = await callOnce(socialContract.getSocialProfile, {})
  if (profile.standing === 'taken') return profile
  const { email, uid, firstname, lastName } = profile
  const session =
    profile.standing === 'known'
      ? await callOnce(socialContract.finishSocialSignIn, {})
      : await callOnce(registrationContract.register, { body: { email, uid, firstname, lastName } })
  await continueAfterSignIn(session, profile.to)
  return null
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
        <Button isBusy={isBusy} className="w-full" onClick={() => void connect()}>
          Connect {name}
        </Button>
        <a href={next} className={`${buttonClass('ghost')} w-full`}>
          Not now
        </a>
      </div>
    </EntrancePage>
  )
}
