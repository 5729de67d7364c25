import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { plainSigns } from '#foundation/typed/plain-signs.ts'
import { pricePurchase } from '#payments/pricing/price-purchase.ts'
import { shownPrice } from '#payments/pricing/shown-price.ts'
import { LiveError } from '#web/kit/feedback/live-error.tsx'
import type { PaymentPageData } from '../../page/page-data.ts'
import { readers } from '../form/readers.ts'
import { useReading } from '../page/reading.ts'
import { asListed } from './as-listed.ts'
import { TaxNote } from './amount.tsx'
import { typedBefore } from './typed-before.ts'

type QuantityFieldProps = {
  readonly data: PaymentPageData
  readonly isDisabled: boolean
  readonly onChoose: (quantity: number) => void
}

/**
 * The field for the quantity. The browser manages its input. An invalid number is corrected, with a note,
 * when the buyer leaves the field.
 */
export function QuantityField({ data, isDisabled, onChoose }: QuantityFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [note, setNote] = useState<string | null>(null)
  const { amountText } = useReading()
  const { quantities, quantity = 1, currency, tax } = data.pricing
  const { label, min, max } = quantities ?? { label: '', min: 1, max: 1 }
  useEffect(() => {
    // The browser may have restored input from before the page was hydrated, or we may have for a buyer who
    // returns from their bank.
    const before = typedBefore('quantity')
    const frame = requestAnimationFrame(() => {
      const kept = countOf(before ?? field.current?.value)
      if (kept !== null) onChoose(kept)
    })
    return () => cancelAnimationFrame(frame)
  }, [onChoose])
  useEffect(() => {
    // Does not change the field while the buyer is typing.
    if (field.current !== null && field.current !== document.activeElement)
      field.current.value = String(quantity)
  }, [quantity])
  if (quantities === undefined) return null

  const { named } = data.pricing
  const { pricing } = asListed(data)
  const one = named === undefined ? pricing : { ...pricing, amount: named, timers: [] }
  const { amount, note: taxNote } = shownPrice(
    pricePurchase({ ...one, bumps: [] }, new Set(), data.quote.issuedAt),
    tax,
    data.isGrossFirst,
  )
  const put = (count: number, text: string | null) => {
    setNote(text)
    if (field.current !== null) field.current.value = String(count)
    onChoose(count)
  }
  const step = (by: -1 | 1) => {
    const next = quantity + by
    if (!isDisabled && next >= min && next <= max) put(next, null)
  }
  const type = () => {
    setNote(null)
    const count = countOf(field.current?.value)
    if (count !== null && count >= min && count <= max) onChoose(count)
  }
  const leave = () => {
    const count = countOf(field.current?.value)
    if (count === null) return put(quantity, null)
    if (count < min) put(min, t('The minimum is {min}.', { min }))
    else if (count > max) put(max, t('The maximum is {max}.', { max }))
    else if (field.current?.value !== String(count)) put(count, null)
  }

  return (
    <div className="grid gap-1.5" data-choice>
      <div className="flex items-baseline justify-between gap-4 text-sm">
        <label htmlFor="quantity" className="font-medium wrap-anywhere">
          {label === '' ? t('Quantity') : label}
        </label>
        <span id="quantity-each" className="text-muted tabular-nums">
          {rich('{price} each', {
            price: (
              <>
                {amountText(amount, currency)}
                <TaxNote note={taxNote} />
              </>
            ),
          })}
        </span>
      </div>
      <div className="flex gap-2">
        <Step text="−" label={t('One less')} isOff={isDisabled || quantity <= min} onPress={() => step(-1)} />
        <input
          ref={field}
          id="quantity"
          name="quantity"
          inputMode="numeric"
          defaultValue={quantity}
          autoComplete="off"
          readOnly={isDisabled}
          aria-describedby="quantity-each quantity-note"
          onInput={type}
          onBlur={leave}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Enter') return
            // The Enter key must not pay here.
            event.preventDefault()
            leave()
          }}
          className="control min-w-0 flex-1 tabular-nums"
        />
        <Step text="+" label={t('One more')} isOff={isDisabled || quantity >= max} onPress={() => step(1)} />
      </div>
      <LiveError id="quantity-note" text={note} />
    </div>
  )
}

type StepProps = {
  readonly text: string
  readonly label: string
  readonly isOff: boolean
  readonly onPress: () => void
}

function Step({ text, label, isOff, onPress }: StepProps) {
  return (
    <button
      type="button"
      className={`button-quiet shrink-0 px-5 ${isOff ? 'opacity-60' : ''}`}
      aria-label={label}
      aria-disabled={isOff}
      onClick={onPress}
    >
      {text}
    </button>
  )
}

/** A whole number as typed, in the digits of any script, or null if the text is not one. */
function countOf(typed = ''): number | null {
  const plain = [plainSigns(typed).trim(), readers?.readWhole(typed)].find((text) =>
    /^\d{1,9}$/.test(String(text)),
  )
  return plain === undefined ? null : Number(plain)
}
