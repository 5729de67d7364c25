import { toast } from 'sonner'
import { useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { accountContract, changeEmailBody, changePasswordBody } from '../account/contract.ts'
import { profileMessages } from '../messages.ts'
import { EmailInput, PasswordInput } from './inputs.tsx'
import { call } from './session.ts'
import { useSavingForm } from './use-saving-form.ts'

const typedPasswords = changePasswordBody.refine(({ currentPassword }) => currentPassword !== '', {
  path: ['currentPassword'],
  error: messages.required,
})

/** A small settings form: a new password, which requires the present one. Other sessions end. */
export function ChangePassword({ email }: { readonly email: string }) {
  const { form, errors, isBusy, onSubmit } = useSavingForm(
    typedPasswords,
    profileMessages.passwordFailed(),
    async (body, element) => {
      await call(accountContract.changePassword, { body })
      element.reset()
      toast.success(t('Your password has been changed'))
      return false
    },
  )
  return (
    <form ref={form} noValidate onSubmit={onSubmit} aria-label={t('Change password')} className="grid gap-5">
      {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
      {/* Tells password managers whose password changes; it is not sent. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label={t('Current password')}
        name="currentPassword"
        autoComplete="current-password"
        error={errors.currentPassword}
      />
      <PasswordInput
        label={t('New password')}
        name="newPassword"
        autoComplete="new-password"
        hint={t('At least 8 characters. Other devices are signed out.')}
        error={errors.newPassword}
      />
      <Button type="submit" isBusy={isBusy} className="justify-self-start">
        {t('Change password')}
      </Button>
    </form>
  )
}

type Sent = { readonly email: string; readonly asksOldAddress: boolean }

/**
 * A small settings form: another email address, which takes effect when both addresses have agreed. `hasPassword`:
 * the account has a password, which the form asks for.
 */
export function ChangeEmail({ hasPassword }: { readonly hasPassword: boolean }) {
  const [sent, setSent] = useState<Sent>()
  const { form, errors, isBusy, onSubmit } = useSavingForm(
    changeEmailBody,
    profileMessages.emailFailed(),
    async (body, element) => {
      const { asksOldAddress } = await call(accountContract.changeEmail, { body })
      element.reset()
      setSent({ email: body.email, asksOldAddress })
      return false
    },
  )
  return (
    <form ref={form} noValidate onSubmit={onSubmit} aria-label={t('Change email')} className="grid gap-5">
      {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
      {sent !== undefined && (
        <Notice tone="success">
          {sent.asksOldAddress
            ? t(
                'We sent a link to {email} and one to your current address. The change takes effect once you open both links.',
                { email: sent.email },
              )
            : t('We sent a link to {email}. The change takes effect once you open it.', {
                email: sent.email,
              })}
        </Notice>
      )}
      <EmailInput label={t('New email')} autoComplete="email" error={errors.email} />
      {hasPassword && (
        <PasswordInput label={t('Your password')} autoComplete="current-password" error={errors.password} />
      )}
      <Button type="submit" isBusy={isBusy} className="justify-self-start">
        {t('Change email')}
      </Button>
    </form>
  )
}
