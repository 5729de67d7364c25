import { useEffect, useState } from 'react'
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

/** Where the mail to a former owner leads. Somebody has to press a button, because programs that look at mail open links as well. */
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
    else setProblem(errorMessage(error, teamMessages.takeBackFailed))
  }

  async function act(what: Act): Promise<void> {
    setBusy(what)
    setProblem(undefined)
    try {
      await callOnce(teamContract[what], { body: { token } })
      // Every session has ended, also the one that this browser may have.
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
      <EntrancePage title="Thank you" lead="The handover is final: the shop can no longer be taken back.">
        <a href="/" className={`${buttonClass()} w-full`}>
          Continue
        </a>
      </EntrancePage>
    )
  }
  if (isOver) {
    return (
      <EntrancePage
        title="Take your shop back"
        lead="This link is no longer valid. If you did not hand your shop over, write to us."
      >
        <a href="/contact-us" className={`${buttonClass()} w-full`}>
          Write to us
        </a>
      </EntrancePage>
    )
  }
  if (handover === undefined) {
    return (
      <EntrancePage title="Take your shop back" lead="One moment.">
        {problem === undefined ? (
          <p role="status" className="flex items-center gap-3 text-muted">
            <Spinner /> Loading
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
              Try again
            </Button>
          </div>
        )}
      </EntrancePage>
    )
  }
  const { sellerName, heirName, handedOverAt, until } = handover
  return (
    <EntrancePage
      title="Take your shop back"
      lead={`${sellerName} was handed over to ${heirName} on ${dayOf(handedOverAt)}. You can take it back until ${dayOf(until)}.`}
    >
      <div className="grid gap-5">
        <p className="text-pretty">
          You own it again at once. {heirName} and everybody who came into the team since are out, open
          invitations are void, and you are signed out everywhere.
        </p>
        {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
        <div className="grid gap-3">
          <Button
            isBusy={busy === 'takeShopBack'}
            isWaiting={busy !== null}
            onClick={() => void once(() => act('takeShopBack'))}
          >
            Take it back
          </Button>
          <Button
            variant="ghost"
            isBusy={busy === 'agreeToHandover'}
            isWaiting={busy !== null}
            onClick={() => void once(() => act('agreeToHandover'))}
          >
            I handed it over: make it final
          </Button>
        </div>
      </div>
    </EntrancePage>
  )
}

function TakenBack({ name }: { readonly name: string }) {
  return (
    <EntrancePage
      title={`${name} is yours again`}
      lead="Whoever had it meanwhile is out, and you are signed out everywhere."
    >
      <div className="grid gap-5">
        <ol className="grid list-decimal gap-2 pl-5 text-pretty">
          <li>Set a new password, and remove there what you did not add.</li>
          <li>Sign in and see your team: who was in it before is still there, with their present role.</li>
          <li>See at Stripe that your payouts go to your own bank account, then see your sales and forms.</li>
        </ol>
        <a href="/forgot-password" className={`${buttonClass()} w-full`}>
          Set a new password
        </a>
      </div>
    </EntrancePage>
  )
}

function dayOf(at: string): string {
  return dayText(Date.parse(at))
}
