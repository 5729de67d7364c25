import { toast } from 'sonner'
import { messages } from '#foundation/http/contract/messages.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { accountContract, changePasswordBody } from '../account/contract.ts'
import { profileMessages } from '../messages.ts'
import { PasswordInput } from './password-input.tsx'
import { call } from './session.ts'
import { useSavingForm } from './use-saving-form.ts'

const typed = changePasswordBody.refine(({ currentPassword }) => currentPassword !== '', {
  path: ['currentPassword'],
  error: messages.required,
})

/** A small form of the settings: a new password, for who knows the present one. Other sessions end. */
export function ChangePassword({ email }: { readonly email: string }) {
  const { form, errors, isBusy, onSubmit } = useSavingForm(
    typed,
    profileMessages.passwordFailed,
    async (body, element) => {
      await call(accountContract.changePassword, { body })
      element.reset()
      toast.success('Your password has been changed')
      return false
    },
  )
  return (
    <form ref={form} noValidate onSubmit={onSubmit} aria-label="Change password" className="grid gap-5">
      {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
      {/* Tells password managers whose password changes; it is not sent. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        error={errors.currentPassword}
      />
      <PasswordInput
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        hint="At least 8 characters. Other devices are signed out."
        error={errors.newPassword}
      />
      <Button type="submit" isBusy={isBusy} className="justify-self-start">
        Change password
      </Button>
    </form>
  )
}
