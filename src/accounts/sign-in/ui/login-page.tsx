import { useState } from 'react'
import { KeyRound } from 'lucide-react'
import { t } from '#foundation/language/t.ts'
import { identityContract, type Session, signInBody } from '#accounts/identity/contract.ts'
import { socialProblem } from '#accounts/identity/social/contract.ts'
import { EntrancePage, TextLink } from '#accounts/identity/ui/entrance-page.tsx'
import { PasswordInput, EmailInput, CodeInput } from '#accounts/identity/ui/inputs.tsx'
import { callOnce, endedSession, storeSession } from '#accounts/identity/ui/session.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { requiredText } from '#foundation/http/input/fields.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { hasDraftsOf } from '#web/kit/form/stored-drafts.ts'
import { socialSignInName } from '#web/kit/layout/page-facts.ts'
import { identityMessages } from '#accounts/identity/messages.ts'
import { useOnce } from '#web/kit/browser/once.ts'
import { SocialButton } from './social-button.tsx'
import { continueAfterSignIn, useIdentityForm } from './after-sign-in.ts'

/** Once a response has asked for the code, it is required. */
const withCode = signInBody.extend({ code: requiredText(64) })

export function LoginPage() {
  // The first step's fields stay in the form, hidden, so that they are sent along with the code.
  const [asksCode, setAsksCode] = useState(false)
  const schema = asksCode ? withCode : signInBody
  const { form, errors, isBusy, onSubmit } = useIdentityForm(schema, async (body) => {
    try {
      const session = await callOnce(identityContract.signIn, { body })
      if (comesToConnect()) await proveAtOnce(session, body.password)
      return session
    } catch (error) {
      const isAboutCode = error instanceof ApiError && ['code-required', 'wrong-code'].includes(error.code)
      const isAboutFields = error instanceof ApiError && error.status !== 429
      setAsksCode((before) => isAboutCode || (before && !isAboutFields))
      throw error
    }
  })
  return (
    <EntrancePage
      title={asksCode ? t('One more step') : t('Welcome back')}
      name={t('Sign in')}
      lead={
        asksCode
          ? t('Enter the code from your authenticator app, or one of your recovery codes.')
          : t('Sign in to your forms and sales.')
      }
      other={
        asksCode
          ? undefined
          : { question: t('New to Tillform?'), label: t('Create an account'), path: '/register' }
      }
    >
      {!asksCode && <Arrival />}
      {!asksCode && <SocialButton />}
      <form ref={form} noValidate onSubmit={onSubmit} aria-label={t('Sign in')} className="grid gap-5">
        {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
        <div className={asksCode ? 'hidden' : 'grid gap-5'}>
          <EmailInput error={errors.email} />
          <PasswordInput autoComplete="current-password" error={errors.password} />
        </div>
        {asksCode && <CodeInput error={errors.code} />}
        <Button type="submit" isBusy={isBusy} className="mt-1 w-full">
          {asksCode ? t('Continue') : t('Sign in')}
        </Button>
        {asksCode ? (
          <Button variant="ghost" onClick={() => window.location.reload()}>
            {t('Start over')}
          </Button>
        ) : (
          <p className="text-center">
            <TextLink href="/forgot-password">{t('Forgot password?')}</TextLink>
          </p>
        )}
      </form>
      {!asksCode && <PasskeyButton />}
    </EntrancePage>
  )
}

/** People who sign in to connect an issuer have just given the proof that connecting requires. */
function comesToConnect(): boolean {
  return new URLSearchParams(window.location.search).get('to') === '/login/social'
}

async function proveAtOnce(session: Session, password: string): Promise<void> {
  storeSession(session)
  // Otherwise, the proof is asked for when connecting.
  await callOnce(identityContract.prove, { body: { password } }).catch(() => undefined)
}

/** Explains why people see this page, if they were sent here. */
function Arrival() {
  const query = new URLSearchParams(window.location.search)
  const problem = socialProblem.safeParse(query.get('problem'))
  const name = socialSignInName() ?? t('the other service')
  const texts = {
    cancelled: t('You were not signed in with {name}. Try again, or use your email and password.', { name }),
    unverified: t(
      '{name} has not verified your email address. Verify it there first, or sign up with a password.',
      { name },
    ),
    address: t(
      'We cannot send emails to your address at {name}. Sign up with another address and a password.',
      { name },
    ),
    failed: t('Signing in with {name} did not work. Try again, or use your email and password.', { name }),
  } as const
  const isReset = query.get('done') === 'password'
  const ended = endedSession()
  if (!problem.success && !isReset && ended === null) return null
  return (
    <div className="mb-6">
      {problem.success ? (
        <Notice tone="warning">{texts[problem.data]}</Notice>
      ) : isReset || ended === null ? (
        <Notice tone="success">{t('Your new password is set. Sign in to continue.')}</Notice>
      ) : (
        <Notice tone="info">
          {hasDraftsOf(localStorage, ended)
            ? t('You were signed out. Sign in to continue. Your unsaved changes are kept.')
            : t('You were signed out. Sign in to continue.')}
        </Notice>
      )}
    </div>
  )
}

/** Signs in with a passkey. Renders nothing in browsers that do not support them. */
function PasskeyButton() {
  const [isBusy, setIsBusy] = useState(false)
  const once = useOnce()
  const [problem, setProblem] = useState<string>()
  if (!('PublicKeyCredential' in window)) return null

  async function signIn(): Promise<void> {
    setIsBusy(true)
    setProblem(undefined)
    try {
      const { startAuthentication } = await import('@simplewebauthn/browser')
      const optionsJSON = await callOnce(identityContract.passkeyOptions, {})
      const response = await startAuthentication({ optionsJSON }).catch(() => undefined)
      if (response !== undefined) {
        await continueAfterSignIn(await callOnce(identityContract.signInWithPasskey, { body: { response } }))
        return
      }
      setProblem(t('Passkey sign-in was canceled. Try again, or use your password.'))
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : identityMessages.other.message())
    }
    setIsBusy(false)
  }

  return (
    <div className="mt-6 grid gap-3">
      <Button variant="secondary" isBusy={isBusy} className="w-full" onClick={() => void once(signIn)}>
        <KeyRound aria-hidden className="size-5" />
        {t('Sign in with a passkey')}
      </Button>
      {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
    </div>
  )
}
