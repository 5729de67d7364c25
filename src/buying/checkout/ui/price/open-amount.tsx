import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { leastAt, namedProblem, openingAmount } from '#payments/pricing/sold-form.ts'
import type { OpenTerms } from '#payments/pricing/price-purchase.ts'
import { LiveError } from '#web/kit/feedback/live-error.tsx'
import { decimalsOf, formatDigits } from '#foundation/money/amount.ts'
import { currencySign } from '#foundation/money/currency-signs.ts'
import type { Formats } from '#foundation/text/formats.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import { readers } from '../form/readers.ts'
import { useReading } from '../page/reading.ts'
import { typedBefore } from './typed-before.ts'

type OpenAmountProps = {
  readonly data: PaymentPageData
  readonly isDisabled: boolean
  /** Called with the amount in minor units, or null if the amount in the field cannot be paid. */
  readonly onName: (priceId: string | undefined, minor: number | null) => void
}

/** The field in which a buyer enters an amount. Each price gets a field of its own. */
export function OpenAmount({ data, ...props }: OpenAmountProps) {
  const { open, priceId } = data.pricing.listed ?? data.pricing
  return open === undefined ? null : <AmountField key={priceId} data={data} open={open} {...props} />
}

/** The amount field. The browser manages its input. An ambiguous amount is never guessed; the buyer is asked. */
function AmountField({ data, open, isDisabled, onName }: OpenAmountProps & { readonly open: OpenTerms }) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [isLeft, setLeft] = useState(false)
  const { amountText } = useReading()
  const { pricing, quote, cardLimits, formats } = data
  const { currency, priceId } = pricing
  const least = leastAt(pricing, quote.issuedAt)
  const opening = openingAmount(pricing, quote.issuedAt)
  const text = (minor: number) => amountText(minor, currency)
  const asText = (minor: number) => (minor === 0 ? '' : typedText(minor, currency, formats))

  /** Returns the amount in minor units, or the reason why the text is not an amount. */
  const read = (value: string): number | string =>
    value.trim() === '' && least === 0
      ? 0
      : (plainTyped(value, currency, formats) ?? readers?.readTyped(value, currency, formats) ?? '')
  const problemOf = (value: string): string | null => {
    const minor = read(value)
    if (typeof minor === 'number') return cardLimits ? namedProblem(minor, least, cardLimits, text) : null
    return value.trim() === ''
      ? t('Enter {amount} or more.', { amount: text(least) })
      : minor || t('Enter the amount like this: {example}', { example: exampleText(currency, formats) })
  }
  const payable = (value: string): number | null => {
    const minor = read(value)
    return typeof minor === 'number' && problemOf(value) === null ? minor : null
  }
  const take = (value: string) => {
    setTyped(value)
    onName(priceId, payable(value))
  }
  const put = (minor: number) => {
    if (field.current !== null) field.current.value = asText(minor)
    setLeft(false)
    take(asText(minor))
  }
  // The field may contain text typed after its last accepted amount.
  const takeAgain = () => typed !== null && field.current !== null && take(field.current.value)
  const latest = useRef({ takeAgain, take, put })
  useEffect(() => {
    latest.current = { takeAgain, take, put }
  })
  useEffect(() => {
    // The browser may have restored input from before the page was hydrated, or we may have for a buyer who
    // returns from their bank.
    const [named, before] = [typedBefore('named'), typedBefore('amount')]
    const frame = requestAnimationFrame(() => {
      if (named !== null && /^\d{1,15}$/.test(named)) return latest.current.put(Number(named))
      const { current } = field
      if (current === null) return
      if (before !== null) current.value = before
      if (current.value !== current.defaultValue) latest.current.take(current.value)
    })
    return () => cancelAnimationFrame(frame)
  }, [])

  const value = typed ?? asText(opening)
  const problem = problemOf(value)
  const isRight = problem === null
  // The minimum may have changed while the amount in the field stayed.
  useEffect(() => {
    latest.current.takeAgain()
  }, [isRight])
  const shown = isLeft ? problem : null
  const named = payable(value)
  return (
    <div className="grid gap-1.5" data-choice>
      <div className="flex items-baseline justify-between gap-4 text-sm">
        <label htmlFor="amount" className="font-medium">
          {t('Your price in {currency}', { currency: currency.toUpperCase() })}
        </label>
        <span id="amount-least" className="text-muted tabular-nums">
          {least === 0 ? t('Pay what you want') : t('{amount} or more', { amount: text(least) })}
        </span>
      </div>
      <input
        ref={field}
        id="amount"
        name="amount"
        type="text"
        inputMode="decimal"
        placeholder={least === 0 ? '0' : undefined}
        defaultValue={asText(opening)}
        autoComplete="off"
        readOnly={isDisabled}
        aria-invalid={shown !== null}
        data-error={problem === null ? undefined : ''}
        aria-describedby="amount-least amount-error"
        onInput={({ currentTarget }) => {
          setLeft(false)
          take(currentTarget.value)
        }}
        onBlur={() => {
          setLeft(true)
          // The function that reads the amount may have loaded since.
          takeAgain()
        }}
        onFocus={() => setLeft(isLeft || problem !== null)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter') return
          // The Enter key must not pay here.
          event.preventDefault()
          setLeft(true)
        }}
        className={`control tabular-nums ${shown === null ? '' : 'control-invalid'}`}
      />
      {/* Saves the amount itself, for a page that formats it differently in another language. */}
      <input type="hidden" name="named" value={typed === null ? '' : (named ?? '')} />
      <LiveError id="amount-error" text={shown} />
      <Presets presets={open.presets.filter((one) => one >= least)} {...{ named, isDisabled, text, put }} />
    </div>
  )
}

type PresetsProps = {
  readonly presets: readonly number[]
  readonly named: number | null
  readonly isDisabled: boolean
  readonly text: (minor: number) => string
  readonly put: (minor: number) => void
}

function Presets({ presets, named, isDisabled, text, put }: PresetsProps) {
  if (presets.length === 0) return null
  return (
    <div role="group" aria-label={t('Amounts to choose from')} className="mt-1 flex flex-wrap gap-2">
      {presets.map((minor) => (
        <button
          key={minor}
          type="button"
          className={`button-quiet min-w-fit flex-1 px-3 py-2 text-sm tabular-nums ${named === minor ? 'border-accent bg-(--tint)' : ''}`}
          aria-pressed={named === minor}
          aria-disabled={isDisabled}
          onClick={() => isDisabled || put(minor)}
        >
          {text(minor)}
        </button>
      ))}
    </div>
  )
}

/**
 * An amount typed in a simple form, in minor units. Null for any other text, which `readTyped` handles. Three digits
 * after a separator are decimals only if the page formats numbers that way.
 */
export function plainTyped(typed: string, currency: string, { decimal }: Formats): number | null {
  const [, whole, mark, fraction = ''] = /^(\d{1,12})(?:([.,])(\d*))?$/.exec(typed.trim()) ?? []
  if (whole === undefined || fraction.length > decimalsOf(currency)) return null
  if (fraction.length === 3 && mark !== decimal) return null
  return Number(whole + fraction.padEnd(currencySign(currency).exponent, '0'))
}

/** Formats minor units as a buyer would type them: "25" or "12.50". */
export function typedText(minor: number, currency: string, formats: Formats): string {
  return formatDigits(minor, currency, { ...formats, group: '' }).replace(/[.,]0+$/, '')
}

/** Formats an amount as a buyer would type it, in the currency and the page's format. */
export function exampleText(currency: string, formats: Formats): string {
  return typedText(Math.floor(1234.5 * 10 ** currencySign(currency).exponent), currency, formats)
}
