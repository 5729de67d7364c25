import { useEffect, useRef, useState } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { say, t } from '#foundation/language/t.ts'
import type { AcceptedOffer } from '#buying/upsells/contract.ts'
import { returnedText, undoFailed } from '#buying/upsells/returned-text.ts'
import type { Receipt } from '../payment/flow.ts'
import { undoOffer } from './offer-api.ts'
import { useReading } from '../page/reading.ts'
import { remainingText } from '../timing/remaining-text.ts'

type AcceptedOffersProps = {
  readonly order: Pick<Receipt, 'purchaseId' | 'secret'>
  readonly accepted: readonly AcceptedOffer[]
  /** The server's time when it sent the offers, in milliseconds. */
  readonly now: number
}

/** The offers added to an order, each with the time left to undo it. */
export function AcceptedOffers({ order, accepted, now }: AcceptedOffersProps) {
  const passed = usePassedTime(now)
  const [undone, setUndone] = useState<readonly AcceptedOffer[]>([])
  if (accepted.length === 0) return null
  const offers = accepted.map((offer) => undone.find(({ id }) => id === offer.id) ?? offer)
  return (
    <section aria-labelledby="added" className="border-line grid gap-4 border-t pt-5">
      <h3 id="added" className="font-semibold">
        {t('Added to your purchase')}
      </h3>
      <ul className="grid gap-4">
        {offers.map((offer) => (
          <Accepted
            key={offer.id}
            order={order}
            offer={offer}
            now={now + passed}
            onUndone={(answer) => setUndone([...undone, answer])}
          />
        ))}
      </ul>
      {offers.some(({ refund }) => refund === null) && (
        <p className="text-muted text-sm">{t('Each appears as a separate charge on your card statement.')}</p>
      )}
    </section>
  )
}

type AcceptedProps = Pick<AcceptedOffersProps, 'order'> & {
  readonly offer: AcceptedOffer
  readonly now: number
  readonly onUndone: (answer: AcceptedOffer) => void
}

function Accepted({ order, offer, now, onUndone }: AcceptedProps) {
  const { amountText } = useReading()
  const told = useRef<HTMLOutputElement>(null)
  const [state, setState] = useState<'idle' | 'undoing' | 'failed'>('idle')
  const { id, title, total, currency, undoableUntil, endsWithOpening, refund } = offer
  const left = undoableUntil === null ? 0 : undoableUntil - now

  const undo = async () => {
    if (state === 'undoing') return
    setState('undoing')
    const answer = await undoOffer(order, id)
    setState(answer === null ? 'failed' : 'idle')
    if (answer === null) return
    onUndone(answer)
    // Moves the focus, because the button that had it is gone.
    told.current?.focus()
  }

  const clock = <span className="tabular-nums">{remainingText(left).slice(3)}</span>
  return (
    <li className="grid gap-2">
      <div className="flex items-baseline justify-between gap-4 text-sm">
        <span className={`min-w-0 wrap-anywhere ${refund === null ? '' : 'line-through'}`}>{title}</span>
        <span translate="no" className="whitespace-nowrap tabular-nums">
          {amountText(total, currency)}
        </span>
      </div>
      {refund === null && left > 0 && (
        <p className="text-muted flex flex-wrap items-center gap-3 text-sm">
          <button
            type="button"
            onClick={() => void undo()}
            aria-disabled={state === 'undoing'}
            aria-label={t('Undo {title}', { title })}
            className="button-quiet px-4"
          >
            {state === 'undoing' && <span className="spinner" aria-hidden="true" />}
            {t('Undo')}
          </button>
          <span>
            {endsWithOpening
              ? rich('for another {time}, as long as you open none of its files', { time: clock })
              : rich('for another {time}', { time: clock })}
          </span>
        </p>
      )}
      <output ref={told} tabIndex={-1} className="text-muted text-sm outline-none">
        {state === 'failed' ? say(undoFailed) : returnedText(offer)}
      </output>
    </li>
  )
}

/** The milliseconds since the server's response, updated every second. */
function usePassedTime(since: number): number {
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    const start = Date.now()
    const interval = setInterval(() => setPassed(Date.now() - start), 1000)
    return () => {
      clearInterval(interval)
      setPassed(0)
    }
  }, [since])
  return passed
}
