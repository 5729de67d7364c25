import { type ReactNode, useState } from 'react'
import { toast } from 'sonner'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useOnce } from '#web/kit/browser/once.ts'
import { accountContract } from '../account/contract.ts'
import { call, useUser } from './session.ts'

/** Reminds people to confirm their email address until they have. It blocks nothing. */
export function ConfirmEmailBanner() {
  const user = useUser()
  const [isBusy, setIsBusy] = useState(false)
  const once = useOnce()
  if (user === null || user.emailVerified) return null

  async function resend(): Promise<void> {
    setIsBusy(true)
    try {
      await call(accountContract.resendConfirmation, {})
      toast.success(t('Email sent'))
    } catch (error) {
      toast.error(errorMessage(error, t('The email could not be sent')))
    }
    setIsBusy(false)
  }

  const again = (text: ReactNode) => (
    <button
      type="button"
      aria-disabled={isBusy}
      className="min-h-6 font-medium text-brand underline underline-offset-4 aria-disabled:opacity-60"
      onClick={() => void once(resend)}
    >
      {text}
    </button>
  )
  return (
    <aside
      aria-label={t('Email address')}
      className="border-b border-line bg-brand-soft px-4 py-2 text-center text-sm text-ink"
    >
      {rich('Confirm your email with the link we sent to {email}. <again>Resend email</again>', {
        email: (
          <span translate="no" className="font-medium wrap-anywhere">
            {user.email}
          </span>
        ),
        again,
      })}
    </aside>
  )
}
