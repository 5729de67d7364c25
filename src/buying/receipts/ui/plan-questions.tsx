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

/** Says what paying the rest at once is, before it is charged. */
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
        {instead}, paid at once{mayNeedCard ? '' : ' with the card that pays your plan'}
        {saved === null ? '' : `: ${saved} less than if you go on`}. After that you will not be charged again.
        {mayNeedCard &&
          ' A debit takes too long for that: if one pays your plan, you are asked for a card first.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button px-5 py-2.5" aria-disabled={isBusy} onClick={onConfirm}>
          {isBusy && <span className="spinner" aria-hidden="true" />}
          {`Yes, pay ${amount}`}
        </button>
        <button type="button" className="button-quiet px-5" aria-disabled={isBusy} onClick={onLeave}>
          No, go on as planned
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

/** The buyer has left the question of their bank: they can go back to it, or let the plan go on. */
export function EarlyPayoffWaiting({ isBusy, onConfirm, onGiveUp }: EarlyPayoffWaitingProps) {
  return (
    <section aria-labelledby="pay-off-waiting" className="note grid gap-3">
      <h3 id="pay-off-waiting" className="font-semibold">
        Your bank waits for you
      </h3>
      <p>Paying the rest at once has to be confirmed at your bank. Until then you are not charged for it.</p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button px-5 py-2.5" aria-disabled={isBusy} onClick={onConfirm}>
          {isBusy && <span className="spinner" aria-hidden="true" />}
          Confirm at your bank
        </button>
        <button type="button" className="button-quiet px-5" aria-disabled={isBusy} onClick={onGiveUp}>
          Give up, go on as planned
        </button>
      </div>
    </section>
  )
}

/**
 * What became of paying the rest: `at-bank` is not confirmed yet, `again` says what to read before another try, and after
 * `no-answer` another press is the same one.
 */
export type PaidOff =
  | { readonly kind: 'paid' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'at-bank' }
  | { readonly kind: 'again' | 'problem' | 'no-answer' | 'needs-card'; readonly message: string }

const notConfirmed =
  'Your bank could not confirm the payment. You have not been charged, and your plan goes on.'

/** Pays all that is left at once; the bank is asked where it wants to be. With the same key it is paid once. */
export async function payOffEarly(
  api: SubscriptionApi,
  provider: ProviderScript,
  total: number,
  key: string,
): Promise<PaidOff> {
  return askBank(api, provider, await api.payOffEarly(total, key))
}

/** Goes on with a payment that the bank still waits for. */
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
  // Who left the question unanswered can still answer it.
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

/** Says of each price that a subscription can be changed to what is charged then, and from when on, before anything changes. */
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
        <legend className="sr-only">What to change to</legend>
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
      <p>Nothing is charged today. Until the next payment you can go back to what you have.</p>
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className="button px-5 py-2.5"
          aria-disabled={isBusy}
          onClick={() => chosen !== undefined && onConfirm(chosen)}
        >
          {isBusy && <span className="spinner" aria-hidden="true" />}
          {`Yes, change to ${chosen?.label ?? ''}`}
        </button>
        <button type="button" className="button-quiet px-5" aria-disabled={isBusy} onClick={onLeave}>
          No, leave it as it is
        </button>
      </div>
    </section>
  )
}
