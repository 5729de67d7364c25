import { identityContract, signInBody } from '#identity/contract.ts'
import { socialProblem } from '#identity/social/contract.ts'
import { socialSignInName } from '#shell/page-facts.ts'
import { callOnce } from '#shell/session.ts'
import { Button } from '#shell/ui/button.tsx'
import { Notice } from '#shell/ui/notice.tsx'
import { EmailInput } from './email-input.tsx'
import { EntrancePage, TextLink } from './entrance-page.tsx'
import { PasswordInput } from './password-input.tsx'
import { SocialButton } from './social-button.tsx'
import { useIdentityForm } from './use-identity-form.ts'

export function LoginPage() {
  const { form, errors, isBusy, onSubmit } = useIdentityForm(signInBody, (body) =>
    callOnce(identityContract.signIn, { body }),
  )
  return (
    <EntrancePage
      title="Welcome back"
      lead="Sign in to your forms and sales."
      other={{ question: 'New to Tillform?', label: 'Create an account', path: '/register' }}
    >
      <Arrival />
      <SocialButton />
      <form ref={form} noValidate onSubmit={onSubmit} aria-label="Sign in" className="grid gap-5">
        {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
        <EmailInput error={errors.email} />
        <PasswordInput autoComplete="current-password" error={errors.password} />
        <Button type="submit" isBusy={isBusy} className="mt-1 w-full">
          Sign in
        </Button>
        <p className="text-center">
          <TextLink href="/forgot-password">Forgot password?</TextLink>
        </p>
      </form>
    </EntrancePage>
  )
}

/** Says why somebody is here, where they come from somewhere. */
function Arrival() {
  const query = new URLSearchParams(window.location.search)
  const problem = socialProblem.safeParse(query.get('problem'))
  const name = socialSignInName() ?? 'the other side'
  const texts = {
    cancelled: `You have not signed in with ${name}. Try again, or use your e-mail and password.`,
    unverified: `${name} has not verified your e-mail address. Verify it there first, or sign up with a password.`,
    failed: `Signing in with ${name} did not work. Try again, or use your e-mail and password.`,
  } as const
  const isReset = query.get('done') === 'password'
  if (!problem.success && !isReset) return null
  return (
    <div className="mb-6">
      {problem.success ? (
        <Notice tone="warning">{texts[problem.data]}</Notice>
      ) : (
        <Notice tone="success">Your password is set. Sign in with it.</Notice>
      )}
    </div>
  )
}
