import { type ReactNode, useEffect, useRef, useState } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { msg, say, t } from '#foundation/language/t.ts'
import { Own } from '#web/kit/layout/own.tsx'
import type { ProviderScript } from '#buying/checkout/ui/form/provider-script.ts'
import type { SubscriptionData } from '../page/subscription-data.ts'
import type { Answer, SubscriptionApi } from './subscription-api.ts'

type Choice = {
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onLeave: () => void
}

type QuestionProps = Choice & {
  readonly id: string
  readonly title: ReactNode
  readonly children: ReactNode
  readonly yes: string
  readonly no: string
  /** Whether the question was there when the page loaded. It then does not take the focus. */
  readonly isWaiting?: boolean
}

/** A question about a subscription, with two buttons. */
export function Question({ id, title, children, yes, no, isWaiting = false, ...choice }: QuestionProps) {
  const { isBusy, onConfirm, onLeave } = choice
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isWaiting) heading.current?.focus()
  }, [isWaiting])
  return (
    <section aria-labelledby={id} className="note grid gap-3">
      <h3 id={id} ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {title}
      </h3>
      {children}
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button px-5 py-2.5" aria-disabled={isBusy} onClick={onConfirm}>
          {isBusy && <span className="spinner" aria-hidden="true" />}
          {yes}
        </button>
        <button type="button" className="button-quiet px-5" aria-disabled={isBusy} onClick={onLeave}>
          {no}
        </button>
      </div>
    </section>
  )
}

type EarlyPayoffProps = Choice & { readonly payoff: NonNullable<SubscriptionData['payoff']> }

export function EarlyPayoffQuestion({ payoff, ...choice }: EarlyPayoffProps) {
  const { amount, payments, saved, mayNeedCard } = payoff
  const sentences = [
    t(
      '{payments, plural, one {That is your last payment.} other {These are your last # payments, all at once.}}',
      { payments },
    ),
    ...(mayNeedCard ? [] : [t('We will charge the card that pays your plan.')]),
    ...(saved === null ? [] : [t('You save {saved}.', { saved })]),
    t('After that you will not be charged again.'),
    ...(mayNeedCard ? [t('If you pay by direct debit, we will ask you for a card first.')] : []),
  ]
  return (
    <Question
      {...choice}
      id="pay-off-question"
      title={rich('Pay the remaining {amount} now?', { amount: <Own>{amount}</Own> })}
      yes={t('Yes, pay {amount}', { amount })}
      no={t('No, keep my payment plan')}
    >
      <p>{sentences.join(' ')}</p>
    </Question>
  )
}

/** The question for buyers who left the bank's authentication of an early payoff unfinished. */
export function EarlyPayoffWaiting(choice: Choice) {
  return (
    <Question
      {...choice}
      isWaiting
      id="pay-off-waiting"
      title={t('Your bank needs your confirmation')}
      yes={t('Confirm with your bank')}
      no={t('Keep my payment plan')}
    >
      <p>{t('Confirm with your bank to pay the rest of your plan. You have not been charged for it yet.')}</p>
    </Question>
  )
}

/**
 * The outcome of an early payoff. `at-bank` means that it is not confirmed yet. After `no-answer`, a click
 * repeats the same payment.
 */
export type PaidOff =
  | { readonly kind: 'paid' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'at-bank' }
  | { readonly kind: 'again' | 'problem' | 'no-answer' | 'needs-card'; readonly message: string }

const notConfirmed = msg(
  'Your bank could not confirm the payment. You have not been charged, and your plan continues.',
)

/** Pays off the plan early and authenticates the buyer at the bank if needed. The same key pays only once. */
export async function payOffEarly(
  api: SubscriptionApi,
  provider: ProviderScript,
  total: number,
  key: string,
): Promise<PaidOff> {
  return askBank(api, provider, await api.payOffEarly(total, key))
}

/** Continues an early payoff that is waiting for the bank's confirmation. */
export async function confirmEarlyPayoff(
  api: SubscriptionApi,
  provider: ProviderScript,
  payoffId: string,
): Promise<PaidOff> {
  return askBank(api, provider, await api.readEarlyPayoff(payoffId))
}

async function askBank(api: SubscriptionApi, provider: ProviderScript, first: Answer): Promise<PaidOff> {
  if (!first.isGood || first.body['status'] !== 'requires_action') return outcomeOf(first)
  const stripe = await provider.load()
  const clientSecret = String(first.body['clientSecret'])
  const asked = await stripe?.handleNextAction({ clientSecret }).catch(() => undefined)
  const after = outcomeOf(await api.readEarlyPayoff(String(first.body['payoffId'])))
  // A buyer who left the bank's authentication unfinished can still complete it.
  const isRefused = asked?.error !== undefined && after.kind !== 'paid' && after.kind !== 'at-bank'
  return isRefused ? { kind: 'problem', message: asked.error.message ?? say(notConfirmed) } : after
}

function outcomeOf(answer: Answer): PaidOff {
  if (answer.isGood) {
    const { status } = answer.body
    if (status === 'paid') return { kind: 'paid' }
    return { kind: status === 'requires_action' ? 'at-bank' : 'pending' }
  }
  if (answer.code === 'payoff_needs_card') return { kind: 'needs-card', message: answer.message }
  if (answer.code === '') return { kind: 'no-answer', message: answer.message }
  const isOther = answer.code === 'payoff_changed' || answer.code === 'payoff_unavailable'
  return { kind: isOther ? 'again' : 'problem', message: answer.message }
}

type Price = SubscriptionData['prices'][number]

type PriceQuestionProps = Omit<Choice, 'onConfirm'> & {
  readonly prices: readonly Price[]
  readonly onConfirm: (price: Price) => void
}

/** Shows the prices that a subscription can change to, before anything changes. */
export function PriceQuestion({ prices, onConfirm, ...choice }: PriceQuestionProps) {
  const [chosen, setChosen] = useState(prices[0])
  return (
    <Question
      {...choice}
      id="price-question"
      title={t('Change your plan?')}
      yes={t('Yes, switch to {plan}', { plan: chosen?.label ?? '' })}
      no={t('No, keep my plan')}
      onConfirm={() => chosen !== undefined && onConfirm(chosen)}
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t('New plan')}</legend>
        {prices.map((price) => (
          <label key={price.id} className="grid cursor-pointer grid-cols-[auto_1fr] items-start gap-x-3">
            <input
              type="radio"
              name="price"
              className="accent-accent row-span-2 mt-0.5 size-5"
              checked={chosen?.id === price.id}
              onChange={() => setChosen(price)}
            />
            <span className="font-semibold wrap-anywhere">{price.label}</span>
            <span className="wrap-anywhere">{price.text}</span>
          </label>
        ))}
      </fieldset>
      <p>{t('You will not be charged today. You can switch back until the next payment.')}</p>
    </Question>
  )
}
