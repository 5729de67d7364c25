import { useEffect, useRef } from 'react'
import type { SubscriptionData } from '../page/subscription-data.ts'
import { Own } from '#web/kit/layout/own.tsx'

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
