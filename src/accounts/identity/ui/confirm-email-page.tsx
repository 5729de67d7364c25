import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { useOnce } from '#web/kit/browser/once.ts'
import { accountContract, type linkOutcome } from '../account/contract.ts'
import { EntrancePage } from './entrance-page.tsx'
import { linkKey } from './link-key.ts'
import { callOnce, refreshToken, storedToken } from './session.ts'

type Outcome = z.output<typeof linkOutcome>

/** Whether the link itself is the problem. */
function isOverBy(error: unknown): boolean {
  return error instanceof ApiError && 'token' in error.errors
}

/**
 * The page behind links that confirm an email address. A person has to click the button, because email scanners open
 * links too.
 */
export function ConfirmEmailPage() {
  const token = linkKey()
  const [outcome, setOutcome] = useState<Outcome>()
  const [isOver, setIsOver] = useState(token === '')
  const [problem, setProblem] = useState<string>()
  const [email, setEmail] = useState<string>()
  const [isBusy, setIsBusy] = useState(token !== '')
  const once = useOnce()
  useEffect(() => {
    if (token === '') return
    callOnce(accountContract.openConfirmation, { body: { token } })
      .then(
        (link) => setEmail(link.email),
        // If the server did not respond, the address can still be confirmed.
        (error: unknown) => setIsOver(isOverBy(error)),
      )
      .finally(() => setIsBusy(false))
  }, [token])

  async function confirm(): Promise<void> {
    setIsBusy(true)
    setProblem(undefined)
    try {
      const answer = await callOnce(accountContract.confirmEmail, { body: { token } })
      // The person stored in this browser now has another email address.
      if (storedToken() !== null) await refreshToken().catch(() => undefined)
      setOutcome(answer)
    } catch (error) {
      setIsOver(isOverBy(error))
      setProblem(errorMessage(error, t('We could not confirm your email. Try again.')))
    }
    setIsBusy(false)
  }

  if (outcome !== undefined) return <Done outcome={outcome} />
  if (isOver) return <Over />
  return (
    <EntrancePage
      title={t('Confirm your email')}
      lead={
        email === undefined
          ? t('Click below to confirm your email address.')
          : t('Click below to confirm {email}.', { email })
      }
    >
      <div className="grid gap-5">
        {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
        <Button isBusy={isBusy} className="w-full" onClick={() => void once(confirm)}>
          {t('Confirm')}
        </Button>
      </div>
    </EntrancePage>
  )
}

/** Signed-in people are offered a new link at the top of every page. */
function Over() {
  return (
    <EntrancePage
      title={t('This link no longer works')}
      lead={t(
        'It has expired, was replaced or is incomplete. Sign in, and we will send you a new one if your email is not confirmed yet.',
      )}
    >
      <a href="/" className={`${buttonClass()} w-full`}>
        {t('Continue to Tillform')}
      </a>
    </EntrancePage>
  )
}

function Done({ outcome: { outcome, email } }: { readonly outcome: Outcome }) {
  const titles = {
    confirmed: t('Email confirmed'),
    changed: t('Email changed'),
    waiting: t('One more step'),
  } as const
  const leads = {
    confirmed: t('Thanks! {email} is confirmed.', { email }),
    changed: t('You now sign in with {email}.', { email }),
    waiting: t('Almost done. Now open the link we sent to your other address to switch to {email}.', {
      email,
    }),
  } as const
  return (
    <EntrancePage title={titles[outcome]} lead={leads[outcome]}>
      <a href="/" className={`${buttonClass()} w-full`}>
        {t('Continue')}
      </a>
    </EntrancePage>
  )
}
