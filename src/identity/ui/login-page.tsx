import { identityContract, signInBody } from '#identity/contract.ts'
import { callOnce } from '#shell/session.ts'
import { Button } from '#shell/ui/button.tsx'
import { Notice } from '#shell/ui/notice.tsx'
import { TextInput } from '#shell/ui/text-input.tsx'
import { EntrancePage } from './entrance-page.tsx'
import { PasswordInput } from './password-input.tsx'
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
      <form ref={form} noValidate onSubmit={onSubmit} aria-label="Sign in" className="grid gap-5">
        {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
        <TextInput
          label="Email"
          required
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          placeholder="you@example.com"
          error={errors.email}
        />
        <PasswordInput autoComplete="current-password" error={errors.password} />
        <Button type="submit" isBusy={isBusy} className="mt-1 w-full">
          Sign in
        </Button>
      </form>
    </EntrancePage>
  )
}
