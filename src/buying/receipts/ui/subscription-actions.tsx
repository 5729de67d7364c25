import { useEffect, useRef, useState } from 'react'
import { createProviderScript } from '#buying/checkout/ui/form/provider-script.ts'
import type { SubscriptionData } from '../page/subscription-data.ts'
import { CardChange } from './card-change.tsx'
import {
  EarlyPayoffQuestion,
  EarlyPayoffWaiting,
  confirmEarlyPayoff,
  type PaidOff,
  payOffEarly,
  PriceQuestion,
} from './plan-questions.tsx'
import { type Answer, subscriptionApi } from './subscription-api.ts'

type Step = 'idle' | 'changing-card' | 'changing-price' | 'canceling' | 'paying-off'

/** The buyer's actions on a subscription: change the card or plan, pay it off, cancel, resume. */
export function SubscriptionActions({ data }: { readonly data: SubscriptionData }) {
  const [api] = useState(() => subscriptionApi(data))
  const [provider] = useState(() => createProviderScript(data.provider))
  const [told] = useState(takeReloadMessage)
  const [step, setStep] = useState<Step>(data.due !== null ? 'changing-card' : 'idle')
  const [isBusy, setIsBusy] = useState(false)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [problem, setProblem] = useState<string | null>(null)

  const { kept } = data
  const go = (next: Step) => {
    setProblem(null)
    setStep(next)
  }
  const ask = async (question: () => Promise<Answer>, done: string) => {
    if (isBusy) return
    setIsBusy(true)
    setProblem(null)
    const answer = await question()
    if (answer.isGood) return reloadWithMessage(done)
    setIsBusy(false)
    setProblem(answer.message)
  }

  const payRest = async (question: () => Promise<PaidOff>) => {
    if (isBusy) return
    setIsBusy(true)
    setProblem(null)
    const paid = await question()
    if (paid.kind === 'at-bank') return reloadWithMessage(notConfirmedYet)
    if (paid.kind === 'paid')
      return reloadWithMessage('Thank you. Everything is paid, and you will not be charged again.')
    if (paid.kind === 'pending')
      return reloadWithMessage('Your payment is being processed. This page will show when it is complete.')
    if (paid.kind === 'again') return reloadWithMessage(paid.message)
    if (paid.kind !== 'no-answer') setKey(crypto.randomUUID())
    if (paid.kind === 'needs-card') setStep('changing-card')
    setIsBusy(false)
    setProblem(paid.message)
  }

  return (
    <div className="grid gap-4">
      {told !== null && step === 'idle' && <Told text={told} />}
      {problem !== null && (
        <p role="alert" className="note note-danger">
          {problem}
        </p>
      )}
      {step === 'changing-card' && (
        <CardChange
          data={data}
          api={api}
          provider={provider}
          onDone={() => reloadWithMessage(changedText(data))}
          onLeave={data.due === null ? () => go('idle') : null}
        />
      )}
      {step === 'idle' && data.waitingPayoffId !== null && (
        <EarlyPayoffWaiting
          isBusy={isBusy}
          onConfirm={() => void payRest(() => confirmEarlyPayoff(api, provider, data.waitingPayoffId ?? ''))}
          onGiveUp={() => void ask(() => api.giveUpEarlyPayoff(data.waitingPayoffId ?? ''), givenUp)}
        />
      )}
      {step === 'paying-off' && data.payoff !== null && (
        <EarlyPayoffQuestion
          payoff={data.payoff}
          isBusy={isBusy}
          onConfirm={() => void payRest(() => payOffEarly(api, provider, data.payoff?.total ?? 0, key))}
          onLeave={() => go('idle')}
        />
      )}
      {step === 'changing-price' && (
        <PriceQuestion
          prices={data.prices}
          isBusy={isBusy}
          onConfirm={(price) =>
            void ask(() => api.changePrice(price), 'Got it. We will email you to confirm.')
          }
          onLeave={() => go('idle')}
        />
      )}
      {step === 'canceling' ? (
        <CancelQuestion
          paidUntil={data.paidUntil}
          isPayingOff={data.isPayingOff}
          isBusy={isBusy}
          onConfirm={() => void ask(api.cancel, 'Your subscription is canceled.')}
          onLeave={() => go('idle')}
        />
      ) : (
        <div className="flex flex-wrap gap-3 empty:hidden">
          {step === 'idle' && data.canResume && (
            <button
              type="button"
              className="button px-5 py-2.5"
              aria-disabled={isBusy}
              onClick={() => void ask(api.resume, 'Your subscription continues.')}
            >
              Resume subscription
            </button>
          )}
          {step === 'idle' && data.payoff !== null && (
            <button type="button" className="button px-5 py-2.5" onClick={() => go('paying-off')}>
              {`Pay the remaining ${data.payoff.amount} now`}
            </button>
          )}
          {step === 'idle' && data.prices.length > 0 && (
            <button type="button" className="button-quiet px-5" onClick={() => go('changing-price')}>
              Change plan
            </button>
          )}
          {step === 'idle' && kept !== null && (
            <button
              type="button"
              className="button-quiet px-5"
              aria-disabled={isBusy}
              onClick={() =>
                void ask(
                  () => api.undoPriceChange(kept.change),
                  'You are switching back to your plan. We will email you to confirm.',
                )
              }
            >
              {`Switch back to ${kept.text}`}
            </button>
          )}
          {step === 'idle' && data.canChangeCard && (
            <button type="button" className="button-quiet px-5" onClick={() => go('changing-card')}>
              Change card
            </button>
          )}
          {data.canCancel && (step === 'idle' || data.due !== null) && (
            <button type="button" className="button-quiet px-5" onClick={() => go('canceling')}>
              Cancel subscription
            </button>
          )}
        </div>
      )}
    </div>
  )
}

function changedText({ due }: SubscriptionData): string {
  return due === null
    ? 'Your card has been changed.'
    : `Thank you. Your card has been changed, and ${due.text} has been paid.`
}

/** Takes the focus, since the clicked button is gone with the old page. */
function Told({ text }: { readonly text: string }) {
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <p ref={place} tabIndex={-1} role="status" className="note font-medium">
      {text}
    </p>
  )
}

const notConfirmedYet = 'Your bank has not confirmed this payment yet. You have not been charged for it.'
const givenUp = 'Early payoff canceled. This page shows the current state of your plan.'
const stillOpen =
  'We do not know yet whether your early payoff went through. If it did, your plan is paid in full.'

type CancelQuestionProps = {
  readonly paidUntil: string | null
  readonly isPayingOff: boolean
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onLeave: () => void
}

function CancelQuestion({ paidUntil, isPayingOff, isBusy, onConfirm, onLeave }: CancelQuestionProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="cancel-question" className="note grid gap-3">
      <h3 id="cancel-question" ref={heading} tabIndex={-1} className="font-semibold outline-none">
        Cancel the subscription?
      </h3>
      <p>
        {isPayingOff && `${stillOpen} `}
        {paidUntil === null
          ? 'It ends right away, and you will not be charged again.'
          : `${isPayingOff ? 'Otherwise you' : 'You'} will not be charged again. You keep what you paid for until ${paidUntil}, and you can undo this until then.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button px-5 py-2.5" aria-disabled={isBusy} onClick={onConfirm}>
          {isBusy && <span className="spinner" aria-hidden="true" />}
          Yes, cancel
        </button>
        <button type="button" className="button-quiet px-5" aria-disabled={isBusy} onClick={onLeave}>
          No, keep my subscription
        </button>
      </div>
    </section>
  )
}

/** The storage key of this purchase, so that the page of another never shows its message. */
const name = () => `tillform.told.${window.location.pathname}`

/** Reloads the page after a change, to show its outcome and the new state. */
export function reloadWithMessage(text: string): void {
  try {
    window.sessionStorage.setItem(name(), text)
  } catch {
    // Without storage (private modes) the page still shows the new state.
  }
  window.location.reload()
}

/** The message from before the reload, once; else null. */
export function takeReloadMessage(): string | null {
  try {
    const text = window.sessionStorage.getItem(name())
    window.sessionStorage.removeItem(name())
    return text
  } catch {
    return null
  }
}
