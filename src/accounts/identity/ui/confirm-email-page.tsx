import { useState } from 'react'
import type { z } from 'zod'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { useOnce } from '#web/kit/browser/once.ts'
import { accountMessages } from '#accounts/identity/messages.ts'
import { accountContract, type linkOutcome } from '../account/contract.ts'
import { EntrancePage } from './entrance-page.tsx'
import { linkKey } from './link-key.ts'
import { callOnce, refreshToken, storedToken } from './session.ts'

type Outcome = z.output<typeof linkOutcome>

/**
 * Where the links that confirm an address lead. Somebody has to press the button, because programs that look at mail
 * open links as well.
 */
export function ConfirmEmailPage() {
  const token = linkKey()
  const [outcome, setOutcome] = useState<Outcome>()
  const [problem, setProblem] = useState<string | undefined>(
    token === '' ? accountMessages.linkOver : undefined,
  )
  const [isBusy, setIsBusy] = useState(false)
  const once = useOnce()

  async function confirm(): Promise<void> {
    setIsBusy(true)
    setProblem(undefined)
    try {
      const answer = await callOnce(accountContract.confirmEmail, { body: { token } })
      // The person as this browser keeps them has another address now.
      if (storedToken() !== null) await refreshToken().catch(() => undefined)
      setOutcome(answer)
    } catch (error) {
      setProblem(errorMessage(error, 'The address could not be confirmed. Try again.'))
    }
    setIsBusy(false)
  }

  if (outcome !== undefined) return <Done outcome={outcome} />
  if (problem === accountMessages.linkOver) return <Over />
  return (
    <EntrancePage title="Confirm your address" lead="One click, and we know that our emails reach you.">
      <div className="grid gap-5">
        {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
        <Button isBusy={isBusy} className="w-full" onClick={() => void once(confirm)}>
          Confirm
        </Button>
      </div>
    </EntrancePage>
  )
}

/** Who is signed in is offered a new link above every page. */
function Over() {
  return (
    <EntrancePage
      title="Confirm your address"
      lead="This link is no longer valid. If your address is not confirmed yet, we can send you a new one once you are signed in."
    >
      <a href="/" className={`${buttonClass()} w-full`}>
        Continue to Tillform
      </a>
    </EntrancePage>
  )
}

const titles = {
  confirmed: 'Address confirmed',
  changed: 'Address changed',
  waiting: 'One more step',
} as const

function Done({ outcome: { outcome, email } }: { readonly outcome: Outcome }) {
  const leads = {
    confirmed: `${email} is yours. Thank you.`,
    changed: `From now on you sign in with ${email}.`,
    waiting: `Your address changes to ${email} once the link that we sent to the other address has been followed as well.`,
  } as const
  return (
    <EntrancePage title={titles[outcome]} lead={leads[outcome]}>
      <a href="/" className={`${buttonClass()} w-full`}>
        Continue
      </a>
    </EntrancePage>
  )
}
