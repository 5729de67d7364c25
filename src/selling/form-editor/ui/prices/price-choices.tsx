import { Plus } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { movedTo } from '#foundation/values/moved-to.ts'
import { t } from '#foundation/language/t.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { FieldError } from '#web/kit/form/field.tsx'
import { mostFurtherPrices, openNames, termNames } from '#selling/forms/price/further-price.ts'
import { focusField } from '#selling/form-editor/ui/check/finding.ts'
import { SwitchRow } from '#web/kit/form/switch.tsx'
import { formatAmount, parseAmount, toMajor } from '#foundation/money/amount.ts'
import { noTerms } from '#payments/pricing/recurrence.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import { isNamed } from '#selling/forms/open-problems.ts'
import { copyPaymentLink } from '../sharing/links.ts'
import { useFormFields } from '../editor/use-form-fields.ts'
import {
  canSwap,
  changedAt,
  type EditedPrice,
  openedWith,
  pricesOf,
  valuesOfPrices,
  withCopy,
} from './arrange-prices.ts'
import { PriceDialog } from './price-dialog.tsx'
import { type PriceActions, PriceRow } from './price-row.tsx'
import { choiceSentence, priceText } from './price-sentence.ts'

/** A price's new position after a move, with its announcement for screen readers. */
type Move = { readonly place: number; readonly by: -1 | 1; readonly text: string }

/** The prices that buyers choose from, or only a button if there is just one price. `formId` is a stored form's. */
export function PriceChoices({ formId }: { readonly formId: string | null }) {
  const { watch, getValues, changeAll, errorOf, rejectedPaths } = useFormFields()
  const [editing, setEditing] = useState<'new' | number | null>(null)
  const [today] = useState(() => Date.now())
  const errorId = useId()
  const list = useRef<HTMLOListElement>(null)
  const [move, setMove] = useState<Move | null>(null)
  useEffect(() => {
    // The rows swap places, so focus follows the moved one.
    const [up, down] = list.current?.children[move?.place ?? -1]?.querySelectorAll('button') ?? []
    const [wanted, other] = move?.by === -1 ? [up, down] : [down, up]
    const target = wanted?.disabled === true ? other : wanted
    target?.focus()
  }, [move])
  const currency = watch('currency')
  // Watches each field, because the first price has separate ones.
  watch(['amount', 'priceType', 'billingInterval', 'billingPeriod', 'cancelAfter', 'priceLabel', 'prices'])
  watch([...openNames, ...termNames])
  const prices = pricesOf(getValues())
  const [first] = prices
  const isFull = prices.length > mostFurtherPrices
  const pair = prices.length === 1 && first !== undefined ? pairOf(first, currency) : null
  const problems = problemsOf(rejectedPaths('prices'))
  const error = problems.size > 0 ? undefined : errorOf('prices')

  const changeTo = (next: readonly EditedPrice[]) => {
    const values = valuesOfPrices(next)
    if (values !== null) changeAll(values)
  }
  const actionsOf = (place: number): PriceActions => {
    const price = prices[place]
    if (price === undefined) return {}
    const isLastListed =
      price.state === 'listed' && prices.filter(({ state }) => state === 'listed').length === 1
    const become = (state: EditedPrice['state']) =>
      price.state === state || (state !== 'listed' && isLastListed)
        ? undefined
        : () => changeTo(changedAt(prices, place, { state, isDefault: false }))
    const { id } = price
    const moveBy = (by: -1 | 1) => () => {
      changeTo(movedTo(prices, place, place + by))
      const text = t('{name} is number {place} of {count}', {
        name: nameOf(price),
        place: place + by + 1,
        count: prices.length,
      })
      setMove({ place: place + by, by, text })
    }
    return {
      onEdit: () => (place === 0 ? focusField('amount') : setEditing(place)),
      onUp: canSwap(prices, place - 1) ? moveBy(-1) : undefined,
      onDown: canSwap(prices, place) ? moveBy(1) : undefined,
      onOpenWith:
        price.isDefault || price.state !== 'listed' ? undefined : () => changeTo(openedWith(prices, place)),
      onCopyLink:
        formId === null || id === null || price.state === 'retired'
          ? undefined
          : () => void copyPaymentLink(formId, id),
      onCopy: isFull ? undefined : () => changeTo(withCopy(prices, place)),
      onList: become('listed'),
      onHide: become('hidden'),
      onRetire: become('retired'),
      onRemove: isLastListed ? undefined : () => changeTo(prices.filter((_, other) => other !== place)),
    }
  }

  return (
    <div data-field="prices" className="grid gap-4">
      {prices.length > 1 && (
        <>
          <ol ref={list} aria-label={t('Price options')} className="grid gap-3">
            {prices.map((price, place) => (
              <PriceRow
                key={price.id ?? `new ${place}`}
                price={price}
                name={nameOf(price)}
                words={priceText(price, currency, today)}
                problem={problems.get(place)}
                {...actionsOf(place)}
              />
            ))}
          </ol>
          <output className="sr-only">{move?.text}</output>
          <p className="rounded-2xl bg-brand-soft px-4 py-3 text-pretty wrap-anywhere">
            {choiceSentence(prices, currency)}
          </p>
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          data-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          disabled={isFull}
          onClick={() => setEditing('new')}
        >
          <Plus aria-hidden className="size-5" />
          {t('Add another price')}
        </Button>
        {pair !== null && first !== undefined && (
          <Button
            variant="ghost"
            className="max-w-full"
            onClick={() => changeTo([{ ...first, label: first.label || pair.firstLabel }, pair.second])}
          >
            <span className="min-w-0 text-start whitespace-normal">{pair.offer}</span>
          </Button>
        )}
      </div>
      <FieldError id={errorId} message={error} />
      <PriceChangeSwitch prices={prices} />
      <PauseSwitch prices={prices} />
      <PriceDialog
        key={editing === null ? 'closed' : String(editing)}
        isOpen={editing !== null}
        price={typeof editing === 'number' ? (prices[editing] ?? null) : null}
        currency={currency}
        onClose={() => setEditing(null)}
        onSave={(price) => {
          changeTo(typeof editing === 'number' ? changedAt(prices, editing, price) : [...prices, price])
          setEditing(null)
        }}
      />
    </div>
  )
}

function nameOf({ label }: EditedPrice): string {
  return label.trim() || t('Unnamed')
}

/** A rejected save's errors, by index in the whole list. */
function problemsOf(
  rejected: ReturnType<ReturnType<typeof useFormFields>['rejectedPaths']>,
): Map<number, string> {
  const problems = new Map<number, string>()
  for (const [path, message] of Object.entries(rejected)) {
    const [, place] = /^prices\.(\d+)\./.exec(path) ?? []
    if (place !== undefined && typeof message === 'string') problems.set(Number(place) + 1, message)
  }
  return problems
}

/** Lets buyers switch between prices. Hidden if no two prices allow it. */
function PriceChangeSwitch({ prices }: { readonly prices: readonly EditedPrice[] }) {
  const { watch, changeAll } = useFormFields()
  const isOn = watch('allowsPriceChange')
  if (!canChangeBetween(prices)) return null
  return (
    <SwitchRow
      label={t('Let buyers switch plans')}
      hint={t(
        'Buyers can switch between these prices from their next payment. Only for prices with the same billing cycle and no end.',
      )}
      checked={isOn}
      onChange={({ target: { checked } }) => changeAll({ allowsPriceChange: checked })}
    />
  )
}

/** Lets subscribers pause or skip payments. Hidden if every price ends. */
function PauseSwitch({ prices }: { readonly prices: readonly EditedPrice[] }) {
  const { watch, changeAll } = useFormFields()
  const isOn = watch('allowsPause')
  const renews = prices.some(
    ({ priceType, cancelAfter }) => priceType === 'RecurringPrice' && cancelAfter === 0,
  )
  if (!renews) return null
  return (
    <SwitchRow
      label={t('Let buyers pause')}
      hint={t(
        'Buyers can skip up to two payments in a row, or pause for up to a year. Files are closed during that time.',
      )}
      checked={isOn}
      onChange={({ target: { checked } }) => changeAll({ allowsPause: checked })}
    />
  )
}

/** Whether two listed prices have the same cycle and no end. */
function canChangeBetween(prices: readonly EditedPrice[]): boolean {
  const cycles = prices
    .filter(
      ({ state, priceType, cancelAfter }) =>
        state === 'listed' && priceType === 'RecurringPrice' && cancelAfter === 0,
    )
    .map(({ billingInterval, billingPeriod }) => `${billingInterval} ${billingPeriod}`)
  return new Set(cycles).size < cycles.length
}

/** A second price computed from the first, with a name for the first. */
type PricePair = { readonly offer: string; readonly firstLabel: string; readonly second: EditedPrice }

const parts = 3
/** How many months a yearly price charges. */
const paidMonths = 10

/**
 * The second price that sellers most often add, or null if there is none or it could not be charged. Installments add
 * up to at least the whole price, and a year costs at most twelve months.
 */
export function pairOf(first: EditedPrice, currency: string): PricePair | null {
  const parsed = parseAmount(first.amount, currency)
  if (!parsed.ok || parsed.minor === 0 || isNamed(first)) return null
  const plan = { ...first, ...noTerms, id: null, state: 'listed' as const, isDefault: false }
  const priced = (minor: number) => ({
    amount: toMajor(minor, currency),
    text: formatAmount(minor, currency),
  })
  if (first.priceType === 'OneTimePrice') {
    const part = stepsUp(parsed.minor / parts, currency)
    if (part < currencyOf(currency).minimum) return null
    const { amount, text } = priced(part)
    const cycle = { billingInterval: 1, billingPeriod: 'Monthly', cancelAfter: parts } as const
    const second = { ...plan, ...cycle, priceType: 'RecurringPrice' as const, amount }
    return {
      offer: t('Add a payment plan: {parts} × {text} ({total} total)', {
        parts,
        text,
        total: formatAmount(part * parts, currency),
      }),
      firstLabel: t('Pay in full'),
      second: { ...second, label: t('In {parts, plural, one {# payment} other {# payments}}', { parts }) },
    }
  }
  if (first.cancelAfter > 0 || first.billingInterval !== 1) return null
  if (first.billingPeriod === 'Monthly') {
    const year = parsed.minor * paidMonths
    if (year > currencyOf(currency).maximum) return null
    const { amount, text } = priced(year)
    const second = { ...plan, billingPeriod: 'Yearly' as const, amount, label: t('Yearly') }
    return {
      offer: t('Add a yearly price: {text} (2 months free)', { text }),
      firstLabel: t('Monthly'),
      second,
    }
  }
  if (first.billingPeriod !== 'Yearly') return null
  const month = stepsUp(parsed.minor / paidMonths, currency)
  if (month < currencyOf(currency).minimum) return null
  const { amount, text } = priced(month)
  const second = { ...plan, billingPeriod: 'Monthly' as const, amount, label: t('Monthly') }
  return { offer: t('Add a monthly price: {text}', { text }), firstLabel: t('Yearly'), second }
}

/** The next higher amount that can be charged, in minor units. */
function stepsUp(minor: number, currency: string): number {
  const { step } = currencyOf(currency)
  return Math.ceil(minor / step) * step
}
