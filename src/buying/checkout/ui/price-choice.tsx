import { useEffect, useMemo, useRef, useState } from 'react'
import { defaultPrice, soldAt } from '#payments/pricing/sold-at.ts'
import type { PaymentPageData } from '../page-data.ts'
import { OfferDetails } from './offer-details.tsx'
import { PaymentPage, type PaymentPageProps } from './page.tsx'
import { priceWords } from './price-words.ts'
import { useReading } from './reading.ts'
import { TaxNote } from './tax-note.tsx'

type PriceChoiceProps = {
  readonly data: PaymentPageData
  readonly isDisabled: boolean
  readonly onChoose: (priceId: string) => void
}

/**
 * The prices that a buyer can choose from. The fields are the browser's own, and begin anew with what is known of the form:
 * the chosen price may no longer be there.
 */
function PriceChoice({ data, isDisabled, onChoose }: PriceChoiceProps) {
  const field = useRef<HTMLFieldSetElement>(null)
  const { amountText } = useReading()
  const { pricing, quote, hasMissedPrice } = data
  const prices = priceWords(data, quote.issuedAt, (minor) => amountText(minor, pricing.currency))
  useEffect(() => {
    // A browser may have kept what was chosen before the page came alive.
    const frame = requestAnimationFrame(() => {
      const kept = field.current?.querySelector<HTMLInputElement>(':checked')?.value
      if (kept !== undefined) onChoose(kept)
    })
    return () => cancelAnimationFrame(frame)
  }, [onChoose])
  if (prices.length < 2) return null
  return (
    <fieldset ref={field} key={quote.token} disabled={isDisabled} className="grid gap-3">
      <legend className="mb-3 text-sm font-medium">Choose a price</legend>
      {hasMissedPrice === true && (
        <p className="note">The price in your link is no longer offered. These are the prices now.</p>
      )}
      {prices.map(({ id, label, words, note, hint }) => (
        <label
          key={id}
          className="choice grid cursor-pointer grid-cols-[auto_1fr] items-start gap-x-3 gap-y-1 p-3"
        >
          <input
            type="radio"
            name="price"
            value={id}
            defaultChecked={id === pricing.priceId}
            autoComplete="off"
            onChange={() => onChoose(id)}
            className="accent-accent mt-0.5 size-5"
          />
          <span className="grid min-w-0 gap-1">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
              <span className="font-medium wrap-anywhere">{label}</span>
              {hint !== '' && <span className="text-accent text-sm font-medium">{hint}</span>}
            </span>
            {words !== '' && (
              <span className="text-sm tabular-nums">
                {words}
                <TaxNote note={note} />
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The page at the price that is chosen; while nobody has chosen, at the one that it opens with. */
function pageAt(data: PaymentPageData, chosen: string | null): PaymentPageData {
  const { pricing, openPrice, lowestPrice, ...rest } = data
  const { prices = [] } = pricing
  const sold =
    soldAt(pricing, chosen ?? '') ?? soldAt(pricing, openPrice ?? defaultPrice(prices)?.id ?? '') ?? pricing
  // What is told of a lower price to come is told of the first price.
  const isFirst = sold.priceId === pricing.priceId
  return { ...rest, pricing: sold, ...(isFirst && lowestPrice !== undefined && { lowestPrice }) }
}

/** A page that is computed anew would be another one to whoever follows it. */
function sameForSame<Given, Made>(make: (given: Given) => Made): (given: Given) => Made {
  let last: { readonly given: Given; readonly made: Made } | undefined
  return (given) => {
    if (last?.given !== given) last = { given, made: make(given) }
    return last.made
  }
}

/** What a page does whose buyer can choose a price: it is at that price, and shows where it is chosen. */
export function usePriceChoice(): Required<Pick<PaymentPageProps, 'at' | 'children'>> {
  const [chosen, choose] = useState<string | null>(null)
  const at = useMemo(() => sameForSame((data: PaymentPageData) => pageAt(data, chosen)), [chosen])
  return {
    at,
    children: (data, isDisabled) => <PriceChoice data={data} isDisabled={isDisabled} onChoose={choose} />,
  }
}

/** The payment page of a form with several prices. */
export function ChoicePage({ initial }: Pick<PaymentPageProps, 'initial'>) {
  // What the buyer gets says the chosen price as well, so that this page renders it itself.
  return <PaymentPage initial={initial} renderer={{ OfferDetails }} {...usePriceChoice()} />
}
