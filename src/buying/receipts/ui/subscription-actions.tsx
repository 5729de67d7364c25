import { useEffect, useRef, useState } from 'react'
import { t } from '#foundation/language/t.ts'
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
  Question,
} from './plan-questions.tsx'
import { type Answer, subscriptionApi } from './subscription-api.ts'

type Step = 'idle' | 'changing-card' | 'changing-price' | 'canceling' | 'paying-off'

/** What the buyer can do with a subscription: change the card or plan, pay it off, cancel, resume. */
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
    if (paid.kind === 'at-bank')
      return reloadWithMessage(
        t('Your bank has not confirmed this payment yet. You have not been charged for it.'),
      )
    if (paid.kind === 'paid')
      return reloadWithMessage(t('Thank you. Everything is paid, and you will not be charged again.'))
    if (paid.kind === 'pending')
      return reloadWithMessage(t('Your payment is being processed. This page will show when it is complete.'))
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
          onLeave={() =>
            void ask(
              () => api.giveUpEarlyPayoff(data.waitingPayoffId ?? ''),
              t('Early payoff canceled. This page shows the current state of your plan.'),
            )
          }
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
            void ask(() => api.changePrice(price), t('Got it. We will email you to confirm.'))
          }
          onLeave={() => go('idle')}
        />
      )}
      {step === 'canceling' ? (
        <Question
          id="cancel-question"
          title={t('Cancel the subscription?')}
          yes={t('Yes, cancel')}
          no={t('No, keep my subscription')}
          isBusy={isBusy}
          onConfirm={() => void ask(api.cancel, t('Your subscription is canceled.'))}
          onLeave={() => go('idle')}
        >
          <p>{cancelText(data)}</p>
        </Question>
      ) : (
        <div className="flex flex-wrap gap-3 empty:hidden">
          {step === 'idle' && data.canResume && (
            <button
              type="button"
              className="button px-5 py-2.5"
              aria-disabled={isBusy}
              onClick={() => void ask(api.resume, t('Your subscription continues.'))}
            >
              {t('Resume subscription')}
            </button>
          )}
          {step === 'idle' && data.payoff !== null && (
            <button type="button" className="button px-5 py-2.5" onClick={() => go('paying-off')}>
              {t('Pay the remaining {amount} now', { amount: data.payoff.amount })}
            </button>
          )}
          {step === 'idle' && data.prices.length > 0 && (
            <button type="button" className="button-quiet px-5" onClick={() => go('changing-price')}>
              {t('Change plan')}
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
                  t('You are switching back to your plan. We will email you to confirm.'),
                )
              }
            >
              {t('Switch back to {price}', { price: kept.text })}
            </button>
          )}
          {step === 'idle' && data.canChangeCard && (
            <button type="button" className="button-quiet px-5" onClick={() => go('changing-card')}>
              {t('Change card')}
            </button>
          )}
          {step === 'idle' &&
            data.pauses.map(({ label, path }) => (
              <a key={path} href={path} className="button-quiet px-5">
                {label}
              </a>
            ))}
          {data.canCancel && (step === 'idle' || data.due !== null) && (
            <button type="button" className="button-quiet px-5" onClick={() => go('canceling')}>
              {t('Cancel subscription')}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

function changedText({ due }: SubscriptionData): string {
  return due === null
    ? t('Your card has been changed.')
    : t('Thank you. Your card has been changed, and {due} has been paid.', { due: due.text })
}

/** The message gets the focus, because the clicked button disappeared with the old page. */
function Told({ text }: { readonly text: string }) {
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <p ref={place} tabIndex={-1} role="status" className="note font-medium">
      {text}
    </p>
  )
}

function cancelText({ paidUntil: day, isPayingOff, isFreeTrial }: SubscriptionData): string {
  const payoff = isPayingOff
    ? [t('We do not know yet whether your early payoff went through. If it did, your plan is paid in full.')]
    : []
  if (day === null) return [...payoff, t('It ends right away, and you will not be charged again.')].join(' ')
  return [
    ...payoff,
    isPayingOff ? t('Otherwise you will not be charged again.') : t('You will not be charged again.'),
    isFreeTrial
      ? t('Your trial stays open until {day}, and you can undo this until then.', { day })
      : t('You keep what you paid for until {day}, and you can undo this until then.', { day }),
  ].join(' ')
}

/** The storage key of a purchase's message, so that another purchase's page never shows it. */
const name = () => `tillform.told.${window.location.pathname}`

/** Reloads the page to show the outcome of a change and the new state. */
export function reloadWithMessage(text: string): void {
  try {
    window.sessionStorage.setItem(name(), text)
  } catch {
    // Without storage, as in private browsing, the page still shows the new state.
  }
  window.location.reload()
}

/** Returns the message from before the reload and deletes it, or returns null. */
export function takeReloadMessage(): string | null {
  try {
    const text = window.sessionStorage.getItem(name())
    window.sessionStorage.removeItem(name())
    return text
  } catch {
    return null
  }
}
