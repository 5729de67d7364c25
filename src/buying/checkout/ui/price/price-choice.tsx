import { useEffect, useLayoutEffect, useRef } from 'react'
import { t } from '#foundation/language/t.ts'
import { foreignUnless } from '#foundation/language/translations.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import { Remaining, useEverySecond } from '../timing/offer-clock.tsx'
import { useReading } from '../page/reading.ts'
import { priceWords, type Coming, type PriceWords, type SayPrice } from './price-words.ts'
import { TaxNote } from './amount.tsx'

type PriceChoiceProps = {
  readonly data: PaymentPageData
  readonly isDisabled: boolean
  readonly onChoose: (priceId: string) => void
  readonly say: SayPrice | undefined
  readonly serverTime: () => number
}

/**
 * The choice between several prices. The browser manages the fields, which are recreated with new form data
 * because the chosen price may no longer exist.
 */
export function PriceChoice({ data, isDisabled, onChoose, say, serverTime }: PriceChoiceProps) {
  const field = useRef<HTMLFieldSetElement>(null)
  const hasFocus = useRef(false)
  const { amountText } = useReading()
  const { pricing, quote, hasMissedPrice, lowestPrices } = data
  const prices = priceWords(data, quote.issuedAt, (minor) => amountText(minor, pricing.currency), say)
  useEffect(() => {
    // The browser may have restored a choice from before the page was hydrated.
    const frame = requestAnimationFrame(() => {
      const kept = field.current?.querySelector<HTMLInputElement>(':checked')?.value
      if (kept !== undefined) onChoose(kept)
    })
    return () => cancelAnimationFrame(frame)
  }, [onChoose])
  useLayoutEffect(() => {
    // Restores the focus, which is lost when paying disables the choice or a new price recreates it.
    if (isDisabled || !hasFocus.current || document.activeElement !== document.body) return
    field.current?.querySelector<HTMLInputElement>(':checked')?.focus({ preventScroll: true })
  }, [isDisabled, quote.token])
  if (prices.length < 2) return null
  return (
    <fieldset ref={field} key={quote.token} disabled={isDisabled} className="grid gap-3">
      <legend className="mb-3 text-sm font-medium">{t('Choose a price')}</legend>
      {hasMissedPrice === true && (
        <p className="note">
          {t('The price in your link is no longer available. Here are the current prices.')}
        </p>
      )}
      {prices.map(({ id, label, isTranslated, words, note, hint, coming }) => (
        <label
          key={id}
          className="choice grid cursor-pointer grid-cols-[auto_1fr] items-start gap-x-3 gap-y-1 p-3"
        >
          <input
            type="radio"
            name="price"
            value={id}
            // Without this label, the price's countdown would be announced every second.
            aria-labelledby={id}
            aria-describedby={`${id}-then`}
            defaultChecked={id === pricing.priceId}
            autoComplete="off"
            onChange={() => onChoose(id)}
            onFocus={() => {
              hasFocus.current = true
            }}
            onBlur={({ relatedTarget }) => {
              // The event has no related target if the focused price was removed.
              if (relatedTarget !== null) hasFocus.current = false
            }}
            className="accent-accent mt-0.5 size-5"
          />
          <span className="grid min-w-0 gap-1">
            <span id={id} className="contents">
              <span className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
                <span {...foreignUnless(isTranslated, data.foreign)} className="font-medium wrap-anywhere">
                  {label}
                </span>
                {hint !== '' && <span className="text-accent text-sm font-medium">{hint}</span>}
              </span>
              {words !== '' && (
                <span className="text-sm tabular-nums">
                  {words}
                  <TaxNote note={note} />
                </span>
              )}
            </span>
            {/* The clock above already shows the next amount of the chosen price. */}
            {coming !== null && id !== pricing.priceId && (
              <ComingPrice
                id={`${id}-then`}
                coming={coming}
                lowest={lowestPrices?.[id]}
                note={note}
                serverTime={serverTime}
              />
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

type ComingPriceProps = Pick<PriceChoiceProps, 'serverTime'> & {
  readonly id: string
  readonly coming: Coming
  readonly lowest: string | undefined
  readonly note: PriceWords['note']
}

/** The next amount of a price that is not chosen, and the time until then. Not shown after that time. */
function ComingPrice({ id, coming, lowest, note, serverTime }: ComingPriceProps) {
  const now = useEverySecond(serverTime)
  const left = now === null ? null : coming.expiresAt - now
  if (left !== null && left <= 0) return null
  return (
    <span className="text-muted grid gap-1 text-sm">
      <span className="flex flex-wrap justify-between gap-x-3">
        <span className="min-w-0 wrap-anywhere">{coming.title}</span>
        <Remaining left={left} />
      </span>
      <span id={id}>
        {coming.words}
        <TaxNote note={note} />
        {lowest !== undefined && `. ${lowest}`}
      </span>
    </span>
  )
}
