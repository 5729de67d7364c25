import { Plus } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#web/kit/layout/button.tsx'
import { FieldError } from '#web/kit/form/field.tsx'
import { mostFurtherPrices, openNames, termNames } from '#selling/forms/price/further-price.ts'
import { focusField } from '../check/focus-field.ts'
import { copyPaymentLink } from '../sharing/payment-link.ts'
import { useFormFields } from '../editor/use-form-fields.ts'
import {
  canSwap,
  changedAt,
  moved,
  openedWith,
  pricesOf,
  valuesOfPrices,
  withCopy,
  type EditedPrice,
} from './arrange-prices.ts'
import { PriceChangeSwitch } from './price-change-switch.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { pairOf } from './price-pairs.ts'
import { PriceRow, type PriceActions } from './price-row.tsx'
import { choiceSentence, priceText } from './price-sentence.ts'

/** Where a price has come by a press of its arrows, and what is said of that. */
type Move = { readonly place: number; readonly by: -1 | 1; readonly text: string }

/** The prices that buyers choose from; a button while there is one. `formId` is that of a stored form. */
export function PriceChoices({ formId }: { readonly formId: string | null }) {
  const { watch, getValues, changeAll, errorOf, refusedPaths } = useFormFields()
  const [editing, setEditing] = useState<'new' | number | null>(null)
  const [today] = useState(() => Date.now())
  const errorId = useId()
  const list = useRef<HTMLOListElement>(null)
  const [move, setMove] = useState<Move | null>(null)
  useEffect(() => {
    // The rows change places: the keyboard goes along with the one that was moved.
    const [up, down] = list.current?.children[move?.place ?? -1]?.querySelectorAll('button') ?? []
    const [wanted, other] = move?.by === -1 ? [up, down] : [down, up]
    const target = wanted?.disabled === true ? other : wanted
    target?.focus()
  }, [move])
  const currency = watch('currency')
  // Each of them is followed, since the first price is in fields of its own.
  watch(['amount', 'priceType', 'billingInterval', 'billingPeriod', 'cancelAfter', 'priceLabel', 'prices'])
  watch([...openNames, ...termNames])
  const prices = pricesOf(getValues())
  const [first] = prices
  const isFull = prices.length > mostFurtherPrices
  const pair = prices.length === 1 && first !== undefined ? pairOf(first, currency) : null
  const problems = problemsOf(refusedPaths('prices'))
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
      changeTo(moved(prices, place, by))
      const text = `${nameOf(price)} is number ${place + by + 1} of ${prices.length}`
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
          <ol ref={list} aria-label="Prices to choose from" className="grid gap-3">
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
          Add another price
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
  return label.trim() || 'No name yet'
}

/** What a refused save found, by the place of the price in the whole list. */
function problemsOf(
  refused: ReturnType<ReturnType<typeof useFormFields>['refusedPaths']>,
): Map<number, string> {
  const problems = new Map<number, string>()
  for (const [path, message] of Object.entries(refused)) {
    const [, place] = /^prices\.(\d+)\./.exec(path) ?? []
    if (place !== undefined && typeof message === 'string') problems.set(Number(place) + 1, message)
  }
  return problems
}
