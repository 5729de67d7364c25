import { useEffect, useRef, useState } from 'react'
import { Own } from '#web/kit/layout/own.tsx'
import type { ProviderScript } from '#buying/checkout/ui/form/provider-script.ts'
import type { SubscriptionData } from '../page/subscription-data.ts'
import type { Answer, SubscriptionApi } from './subscription-api.ts'

type EarlyPayoffQuestionProps = {
  readonly payoff: NonNullable<SubscriptionData['payoff']>
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onLeave: () => void
}

/** Explains an early payoff before it is charged. */
export function EarlyPayoffQuestion({ payoff, isBusy, onConfirm, onLeave }: EarlyPayoffQuestionProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { amount, payments, saved, mayNeedCard } = payoff
  const instead = payments === 1 ? 'That is your last payment' : `These are your last ${payments} payments`
  return (
    <section aria-labelledby="pay-off-question" className="note grid gap-3">
      <h3 id="pay-off-question" ref={heading} tabIndex={-1} className="font-semibold outline-none">
        Pay the remaining <Own>{amount}</Own> now?
      </h3>
      <p>
        {`${instead}, all at once${mayNeedCard ? '' : ' with the card that pays your plan'}.`}
        {saved !== null && ` You save ${saved}.`} After that you will not be charged again.
        {mayNeedCard && ' If you pay by direct debit, we will ask you for a card first.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button px-5 py-2.5" aria-disabled={isBusy} onClick={onConfirm}>
          {isBusy && <span className="spinner" aria-hidden="true" />}
          {`Yes, pay ${amount}`}
        </button>
        <button type="button" className="button-quiet px-5" aria-disabled={isBusy} onClick={onLeave}>
          No, keep my payment plan
        </button>
      </div>
    </section>
  )
}

type EarlyPayoffWaitingProps = {
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onGiveUp: () => void
}

/** For a buyer who left their bank's question open: they can answer it, or keep the plan. */
export function EarlyPayoffWaiting({ isBusy, onConfirm, onGiveUp }: EarlyPayoffWaitingProps) {
  return (
    <section aria-labelledby="pay-off-waiting" className="note grid gap-3">
      <h3 id="pay-off-waiting" className="font-semibold">
        Your bank needs your confirmation
      </h3>
      <p>Confirm with your bank to pay the rest of your plan. You have not been charged for it yet.</p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button px-5 py-2.5" aria-disabled={isBusy} onClick={onConfirm}>
          {isBusy && <span className="spinner" aria-hidden="true" />}
          Confirm with your bank
        </button>
        <button type="button" className="button-quiet px-5" aria-disabled={isBusy} onClick={onGiveUp}>
          Keep my payment plan
        </button>
      </div>
    </section>
  )
}

/**
 * The outcome of an early payoff: `at-bank` is not confirmed yet, `again` has a message to read before another try, and
 * after `no-answer` another click repeats the same payment.
 */
export type PaidOff =
  | { readonly kind: 'paid' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'at-bank' }
  | { readonly kind: 'again' | 'problem' | 'no-answer' | 'needs-card'; readonly message: string }

const notConfirmed =
  'Your bank could not confirm the payment. You have not been charged, and your plan continues.'

/** Pays off the plan early, asking the bank if needed. The same key pays once. */
export async function payOffEarly(
  api: SubscriptionApi,
  provider: ProviderScript,
  total: number,
  key: string,
): Promise<PaidOff> {
  return askBank(api, provider, await api.payOffEarly(total, key))
}

/** Continues an early payoff that waits for the bank's confirmation. */
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
  // A buyer who left the bank's question open can still answer it.
  const isRefused = asked?.error !== undefined && after.kind !== 'paid' && after.kind !== 'at-bank'
  return isRefused ? { kind: 'problem', message: asked.error.message ?? notConfirmed } : after
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

type PriceQuestionProps = {
  readonly prices: readonly Price[]
  readonly isBusy: boolean
  readonly onConfirm: (price: Price) => void
  readonly onLeave: () => void
}

/** Shows each price a subscription can change to, with its amount and first day, before anything changes. */
export function PriceQuestion({ prices, isBusy, onConfirm, onLeave }: PriceQuestionProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const [chosen, setChosen] = useState(prices[0])
  return (
    <section aria-labelledby="price-question" className="note grid gap-3">
      <h3 id="price-question" ref={heading} tabIndex={-1} className="font-semibold outline-none">
        Change your plan?
      </h3>
      <fieldset className="grid gap-2">
        <legend className="sr-only">New plan</legend>
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
      <p>You will not be charged today. You can switch back until the next payment.</p>
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className="button px-5 py-2.5"
          aria-disabled={isBusy}
          onClick={() => chosen !== undefined && onConfirm(chosen)}
        >
          {isBusy && <span className="spinner" aria-hidden="true" />}
          {`Yes, switch to ${chosen?.label ?? ''}`}
        </button>
        <button type="button" className="button-quiet px-5" aria-disabled={isBusy} onClick={onLeave}>
          No, keep my plan
        </button>
      </div>
    </section>
  )
}
