import { useEffect, useRef, useState } from 'react'
import type { SubscriptionData } from '../page/subscription-data.ts'

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
