import { PasswordInput } from '#accounts/identity/ui/password-input.tsx'
import { callOnce } from '#accounts/identity/ui/session.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { signInContract, signUpBody } from '../contract.ts'
import { SocialButton } from './social-button.tsx'
import { useIdentityForm } from './use-identity-form.ts'

type Props = { readonly email: string; readonly token: string }

/** Signs up with the invited address, by a password or by the issuer that vouches for it. */
export function JoinForm({ email, token }: Props) {
  const { form, errors, isBusy, onSubmit } = useIdentityForm(signUpBody, (body) =>
    callOnce(signInContract.signUp, { body: { ...body, invitation: token } }),
  )
  return (
    <>
      <SocialButton to={`/invitation#${token}`} />
      <form ref={form} noValidate onSubmit={onSubmit} aria-label="Create account" className="grid gap-5">
        {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
        <TextInput
          label="Name"
          required
          name="name"
          autoComplete="name"
          maxLength={120}
          placeholder="Your name"
          error={errors.name}
        />
        <TextInput
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          readOnly
          value={email}
          error={errors.email}
        />
        <PasswordInput autoComplete="new-password" hint="At least 8 characters." error={errors.password} />
        <Button type="submit" isBusy={isBusy} className="mt-1 w-full">
          Create account and join
        </Button>
      </form>
    </>
  )
}
