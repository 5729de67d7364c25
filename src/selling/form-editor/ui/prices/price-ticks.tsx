import { useId } from 'react'
import { t } from '#foundation/language/t.ts'
import { CheckRow } from '#web/kit/form/check-row.tsx'
import { FieldError } from '#web/kit/form/field.tsx'
import { pricesOf, type PriceValues } from './arrange-prices.ts'

export type NamedPrice = { readonly id: string; readonly name: string }

/** The form's prices that are stored and still sold. */
export function namedPrices(values: PriceValues): NamedPrice[] {
  return pricesOf(values).flatMap(({ id, label, state }) =>
    id === null || state === 'retired' ? [] : [{ id, name: label.trim() || t('Unnamed') }],
  )
}

type Props = {
  /** The field of the form that an error belongs to. */
  readonly field: 'priceIds' | 'bumpRules'
  readonly label: string
  readonly prices: readonly NamedPrice[]
  readonly chosen: readonly string[] | null
  readonly error: string | undefined
  readonly onChange: (ids: string[] | null) => void
}

/** Chooses all prices, which is null, or some of them. Ids of removed prices are dropped with the first change. */
export function PriceTicks({ field, label, prices, chosen, error, onChange }: Props) {
  const errorId = useId()
  const ids = prices.map(({ id }) => id)
  const isChosen = (id: string) => chosen?.includes(id) ?? true
  const toggle = (id: string) => {
    const next = ids.filter((one) => (one === id ? !isChosen(one) : isChosen(one)))
    onChange(next.length === ids.length ? null : next)
  }
  return (
    <fieldset data-field={field} aria-describedby={errorId}>
      <legend className="font-medium">{label}</legend>
      <div className="-mx-2">
        {prices.map(({ id, name }) => (
          <CheckRow key={id} label={name} hint="" checked={isChosen(id)} onChange={() => toggle(id)} />
        ))}
      </div>
      <FieldError id={errorId} message={error === undefined ? undefined : t('Choose at least one price')} />
    </fieldset>
  )
}
