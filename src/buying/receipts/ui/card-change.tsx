import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { BuyerCard, readCard } from '#buying/checkout/ui/form/buyer-card.tsx'
import type { ProviderScript } from '#buying/checkout/ui/form/provider-script.ts'
import type { CardHandle } from '#web/kit/form/card-field.tsx'
import type { SubscriptionData } from '../page/subscription-data.ts'
import { changeCard } from './change-card.ts'
import type { SubscriptionApi } from './subscription-api.ts'

type CardChangeProps = {
  readonly data: SubscriptionData
  readonly api: SubscriptionApi
  readonly provider: ProviderScript
  readonly onDone: () => void
  /** Null where a new card is what the page is opened for. */
  readonly onLeave: (() => void) | null
}

/** What a card is charged that pays from now on, and when. */
function nextText({ next }: SubscriptionData): string {
  if (next === null) return 'The next payment will be charged to this card.'
  return next.isLast
    ? `The last payment, ${next.text}, will be charged to this card.`
    : `The next payment, ${next.text}, will be charged to this card, and all after it.`
}

/** Takes another card, in the provider's own field; what is unpaid is charged to it at once. */
export function CardChange({ data, api, provider, onDone, onLeave }: CardChangeProps) {
  const card = useRef<CardHandle>(null)
  const place = useRef<HTMLFormElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { due, buyer, isOver } = data
  const isUnpaid = due !== null

  useEffect(() => {
    if (isUnpaid) return
    place.current?.focus()
  }, [isUnpaid])

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const handle = card.current
    if (isBusy || handle === null) return
    const refusal = handle.check()
    setError(refusal)
    if (refusal !== null) return handle.focus()
    setIsBusy(true)
    const problem = await changeCard({ api, provider, readCard: () => readCard(handle, buyer) })
    if (problem === null) return onDone()
    setIsBusy(false)
    setError(problem)
    handle.focus()
  }

  return (
    <form
      ref={place}
      tabIndex={-1}
      noValidate
      aria-label="New card"
      onSubmit={(event) => void submit(event)}
      className="grid gap-4 outline-none"
    >
      <p className="font-medium wrap-anywhere">
        {isOver ? 'Card' : 'New card'} for “{data.title}”
      </p>
      <BuyerCard
        ref={card}
        provider={provider}
        error={error}
        onChange={() => setError(null)}
        isDisabled={isBusy}
      />
      <p className="text-muted text-sm">
        {due === null
          ? `Nothing is charged now. ${nextText(data)}`
          : `${due.text} is charged to this card now, and ${isOver ? 'nothing after that' : 'future payments as well'}.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="button px-5 py-2.5" aria-disabled={isBusy} aria-busy={isBusy}>
          {isBusy && <span className="spinner" aria-hidden="true" />}
          {due === null ? 'Use this card' : `Use this card and pay ${due.text}`}
        </button>
        {onLeave !== null && (
          <button type="button" className="button-quiet px-5" aria-disabled={isBusy} onClick={onLeave}>
            Keep the current card
          </button>
        )}
      </div>
    </form>
  )
}
