import { identityContract, signUpBody } from '#identity/contract.ts'
import { callOnce } from '#shell/session.ts'
import { Button } from '#shell/ui/button.tsx'
import { Notice } from '#shell/ui/notice.tsx'
import { TextInput } from '#shell/ui/text-input.tsx'
import { EntrancePage } from './entrance-page.tsx'
import { PasswordInput } from './password-input.tsx'
import { useIdentityForm } from './use-identity-form.ts'

export function RegisterPage() {
  const { form, errors, isBusy, onSubmit } = useIdentityForm(signUpBody, (body) =>
    callOnce(identityContract.signUp, { body }),
  )
  return (
    <EntrancePage
      title="Create your account"
      lead="Your first payment form is a few minutes away."
      other={{ question: 'Already have an account?', label: 'Sign in', path: '/login' }}
    >
      <form ref={form} noValidate onSubmit={onSubmit} aria-label="Create account" className="grid gap-5">
        {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
        <TextInput
          label="Name"
          required
          name="name"
          autoComplete="name"
          maxLength={120}
          placeholder="Your name or your business"
          error={errors.name}
        />
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
        <PasswordInput autoComplete="new-password" hint="At least 8 characters." error={errors.password} />
        <Button type="submit" isBusy={isBusy} className="mt-1 w-full">
          Create account
        </Button>
      </form>
    </EntrancePage>
  )
}
