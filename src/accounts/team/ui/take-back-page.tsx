import { useEffect, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { EntrancePage } from '#accounts/identity/ui/entrance-page.tsx'
import { linkKey } from '#accounts/identity/ui/link-key.ts'
import { callOnce, endSession } from '#accounts/identity/ui/session.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { useOnce } from '#web/kit/browser/once.ts'
import { Spinner } from '#web/kit/feedback/spinner.tsx'
import { teamContract, type Handover } from '../contract.ts'
import { teamMessages } from '../messages.ts'

type Act = 'takeShopBack' | 'agreeToHandover'

/**
 * The page behind the emailed link for a former owner. A person has to click a button, because email scanners open
 * links too.
 */
export function TakeBackPage() {
  const token = linkKey()
  const [handover, setHandover] = useState<Handover>()
  const [done, setDone] = useState<Act>()
  const [busy, setBusy] = useState<Act | null>(null)
  const [problem, setProblem] = useState<string>()
  const [isOver, setIsOver] = useState(token === '')
  const once = useOnce()

  const [isAskedAgain, setIsAskedAgain] = useState(0)
  useEffect(() => {
    if (token === '') return
    callOnce(teamContract.openHandover, { body: { token } }).then(setHandover, fail)
  }, [token, isAskedAgain])

  function fail(error: unknown): void {
    if (error instanceof ApiError && error.status === 410) setIsOver(true)
    else setProblem(errorMessage(error, teamMessages.takeBackFailed()))
  }

  async function act(what: Act): Promise<void> {
    setBusy(what)
    setProblem(undefined)
    try {
      await callOnce(teamContract[what], { body: { token } })
      // Every session has ended, including any in this browser.
      if (what === 'takeShopBack') endSession()
      setDone(what)
    } catch (error) {
      fail(error)
    }
    setBusy(null)
  }

  if (done === 'takeShopBack') return <TakenBack name={handover?.sellerName ?? ''} />
  if (done === 'agreeToHandover') {
    return (
      <EntrancePage
        title={t('Thank you')}
        lead={t('The transfer is final. You can no longer take the shop back.')}
      >
        <a href="/" className={`${buttonClass()} w-full`}>
          {t('Continue')}
        </a>
      </EntrancePage>
    )
  }
  if (isOver) {
    return (
      <EntrancePage
        title={t('Take your shop back')}
        lead={t('This link is no longer valid. If you did not transfer your shop, contact us.')}
      >
        <a href="/contact-us" className={`${buttonClass()} w-full`}>
          {t('Contact us')}
        </a>
      </EntrancePage>
    )
  }
  if (handover === undefined) {
    return (
      <EntrancePage title={t('Take your shop back')} lead={t('One moment.')}>
        {problem === undefined ? (
          <p role="status" className="flex items-center gap-3 text-muted">
            <Spinner /> {t('Loading')}
          </p>
        ) : (
          <div className="grid gap-3">
            <Notice tone="danger">{problem}</Notice>
            <Button
              onClick={() => {
                setProblem(undefined)
                setIsAskedAgain(isAskedAgain + 1)
              }}
            >
              {t('Try again')}
            </Button>
          </div>
        )}
      </EntrancePage>
    )
  }
  const { sellerName, heirName, handedOverAt, until } = handover
  return (
    <EntrancePage
      title={t('Take your shop back')}
      lead={t('{sellerName} was transferred to {heirName} on {day}. You can take it back until {lastDay}.', {
        sellerName,
        heirName,
        day: dayOf(handedOverAt),
        lastDay: dayOf(until),
      })}
    >
      <div className="grid gap-5">
        <p className="text-pretty">
          {t(
            'If you take it back, you own it again right away. {heirName} and everyone who joined the team since then lose access, open invitations are void, and you are signed out everywhere.',
            { heirName },
          )}
        </p>
        {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
        <div className="grid gap-3">
          <Button
            isBusy={busy === 'takeShopBack'}
            isWaiting={busy !== null}
            onClick={() => void once(() => act('takeShopBack'))}
          >
            {t('Take it back')}
          </Button>
          <Button
            variant="ghost"
            isBusy={busy === 'agreeToHandover'}
            isWaiting={busy !== null}
            onClick={() => void once(() => act('agreeToHandover'))}
          >
            {t('Confirm the transfer')}
          </Button>
        </div>
      </div>
    </EntrancePage>
  )
}

function TakenBack({ name }: { readonly name: string }) {
  return (
    <EntrancePage
      title={t('{name} is yours again', { name })}
      lead={t('The other owner no longer has access, and you are signed out everywhere.')}
    >
      <div className="grid gap-5">
        <ol className="grid list-decimal gap-2 pl-5 text-pretty">
          <li>{t('Set a new password, and remove any sign-in methods you did not add.')}</li>
          <li>
            {t('Sign in and check your team. Earlier members are still there, with their current roles.')}
          </li>
          <li>
            {t(
              'Check on Stripe that your payouts go to your own bank account. Then check your sales and forms.',
            )}
          </li>
        </ol>
        <a href="/forgot-password" className={`${buttonClass()} w-full`}>
          {t('Set a new password')}
        </a>
      </div>
    </EntrancePage>
  )
}

function dayOf(at: string): string {
  return dayText(Date.parse(at))
}
