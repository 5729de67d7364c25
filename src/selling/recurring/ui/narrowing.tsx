import { useSearchParams } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { uuid } from '#foundation/http/input/fields.ts'
import { FormCombobox, useFormTitle, usePriceChoices } from '#selling/sales/ui/filter/form-choices.tsx'
import { useZone } from '#web/kit/browser/zone.ts'
import { Segmented } from '#web/kit/form/segmented.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { changedBy } from '#web/kit/list/list-search.ts'
import type { Narrowed } from '../contract.ts'

const id = uuid.optional().catch(undefined)

/** The form, price and currency in the URL, and how to change them. */
export function useNarrowing() {
  const [parameters, setParameters] = useSearchParams()
  const zone = useZone()
  const form = id.parse(parameters.get('form') ?? undefined)
  const price = form === undefined ? undefined : id.parse(parameters.get('price') ?? undefined)
  const change = (name: string, value: string) =>
    setParameters(
      (present) => {
        const changed = changedBy(present, name, value)
        if (name === 'form') changed.delete('price')
        return changed
      },
      { replace: true, preventScrollReset: true },
    )
  const narrowed: Narrowed = { form, price, zone }
  return { narrowed, currency: parameters.get('currency'), parameters, change }
}

type ChoiceProps = {
  readonly narrowed: Narrowed
  readonly onChange: (name: 'form' | 'price', value: string) => void
}

/** The choice of a form, and of a price if the form has several. */
export function FormChoice({ narrowed: { form = '', price }, onChange }: ChoiceProps) {
  const title = useFormTitle(form === '' ? undefined : form)
  const prices = usePriceChoices(form, price)
  return (
    <div className="mb-6 grid max-w-2xl gap-4 sm:grid-cols-2">
      <FormCombobox
        label={t('Form')}
        value={form}
        title={title}
        onChange={(value) => onChange('form', value)}
      />
      {prices !== undefined && (
        <Select
          label={t('Price')}
          value={price ?? ''}
          options={prices}
          onChange={({ target }) => onChange('price', target.value)}
        />
      )}
    </div>
  )
}

type CurrencyProps = {
  readonly currencies: readonly string[]
  readonly shown: string
  readonly onChoose: (currency: string) => void
}

/** The choice of a currency, if there are several. */
export function CurrencyChoice({ currencies, shown, onChoose }: CurrencyProps) {
  if (currencies.length < 2) return null
  return (
    <Segmented
      label={t('Currency')}
      name="currency"
      isCompact
      options={currencies.map((value) => ({ value, label: value.toUpperCase() }))}
      chosen={shown}
      onChange={({ target }) => onChoose(target.value)}
    />
  )
}

/** The path of a list with its filters. */
export function listPath(
  list: 'changes' | 'subscriptions' | 'coming',
  filter: Readonly<Record<string, string | number | null | undefined>>,
): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) {
    if (value !== undefined && value !== null && name !== 'zone') query.set(name, String(value))
  }
  return `/sales/recurring/${list}?${query.toString()}`
}
