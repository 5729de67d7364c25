import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { TypingDialog } from '#web/kit/dialog/editor-dialog.tsx'
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

type PasswordProps = { readonly email: string; readonly onClose: () => void }

/** Asks for a new password and the current one. All other sessions end. */
export function ChangePassword({ email, onClose }: PasswordProps) {
  const { form, errors, isDirty, isBusy, onSubmit } = useSavingForm(
    typedPasswords,
    profileMessages.passwordFailed(),
    async (body) => {
      await call(accountContract.changePassword, { body })
      toast.success(t('Your password has been changed'))
      onClose()
      return false
    },
  )
  return (
    <TypingDialog isOpen hasTyped={isDirty} title={t('Change password')} onClose={onClose}>
      <form
        ref={form}
        noValidate
        onSubmit={onSubmit}
        aria-label={t('Change password')}
        className="grid gap-5"
      >
        {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
        {/* This field tells password managers whose password is being changed. It is not sent. */}
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
        <DialogActions label={t('Change password')} isBusy={isBusy} onCancel={onClose} />
      </form>
    </TypingDialog>
  )
}

/** An email change that takes effect when both emailed links have been opened. */
export type EmailChange = { readonly email: string; readonly asksOldAddress: boolean }

type EmailProps = {
  /** Whether the account has a password, which the form then asks for. */
  readonly hasPassword: boolean
  readonly onSent: (change: EmailChange) => void
  readonly onClose: () => void
}

/** Asks for a new email address, which takes effect when both addresses have confirmed it. */
export function ChangeEmail({ hasPassword, onSent, onClose }: EmailProps) {
  const { form, errors, isDirty, isBusy, onSubmit } = useSavingForm(
    changeEmailBody,
    profileMessages.emailFailed(),
    async (body) => {
      const { asksOldAddress } = await call(accountContract.changeEmail, { body })
      onSent({ email: body.email, asksOldAddress })
      onClose()
      return false
    },
  )
  return (
    <TypingDialog
      isOpen
      hasTyped={isDirty}
      title={t('Change email')}
      description={t('We send a link to the new address to confirm it.')}
      onClose={onClose}
    >
      <form ref={form} noValidate onSubmit={onSubmit} aria-label={t('Change email')} className="grid gap-5">
        {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
        <EmailInput label={t('New email')} autoComplete="email" error={errors.email} />
        {hasPassword && (
          <PasswordInput label={t('Your password')} autoComplete="current-password" error={errors.password} />
        )}
        <DialogActions label={t('Change email')} isBusy={isBusy} onCancel={onClose} />
      </form>
    </TypingDialog>
  )
}
