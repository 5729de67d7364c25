import { useState } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { accountContract, forgotPasswordBody } from '../account/contract.ts'
import { EmailInput } from './inputs.tsx'
import { EntrancePage } from './entrance-page.tsx'
import { callOnce } from './session.ts'
import { useCheckedForm } from './checked-form.ts'

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  const { form, errors, isBusy, onSubmit } = useCheckedForm(forgotPasswordBody, async (body) => {
    await callOnce(accountContract.forgotPassword, { body })
    setSentTo(body.email)
    return false
  })
  const other = { question: t('Remembered it?'), label: t('Sign in'), path: '/login' }
  if (sentTo !== undefined) {
    return (
      <EntrancePage
        title={t('Check your email')}
        lead={rich(
          'If an account belongs to {email}, you will get an email with a link. It expires in 30 minutes.',
          { email: <strong className="text-ink">{sentTo}</strong> },
        )}
        other={other}
      >
        <Button variant="secondary" className="w-full" onClick={() => setSentTo(undefined)}>
          {t('Use another email')}
        </Button>
      </EntrancePage>
    )
  }
  return (
    <EntrancePage
      title={t('Forgot your password?')}
      lead={t('Enter your email address and we will send you a link to set a new password.')}
      other={other}
    >
      <form
        ref={form}
        noValidate
        onSubmit={onSubmit}
        aria-label={t('Forgot password')}
        className="grid gap-5"
      >
        {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
        <EmailInput error={errors.email} />
        <Button type="submit" isBusy={isBusy} className="mt-1 w-full">
          {t('Send link')}
        </Button>
      </form>
    </EntrancePage>
  )
}
