import { useState } from 'react'
import { currencies } from '#foundation/money/currencies.ts'
import { Combobox } from '#web/kit/form/combobox.tsx'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { DaysFields, useDays } from '../days-fields.tsx'
import { kindChoices, statusChoices, subscriptionChoices } from './filter-words.ts'
import { FormCombobox, usePriceChoices } from './form-choices.tsx'
import { readSaleFilter, type ShownFilter } from './sale-search.ts'

type Props = {
  readonly filter: ShownFilter
  readonly formTitle: string | undefined
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onFilter: (filter: ShownFilter) => void
}

/** Narrows the list: all that is chosen holds of what it shows then. */
export function FilterDialog({ isOpen, onClose, ...props }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Filter purchases">
      <FilterForm {...props} onDone={onClose} />
    </Dialog>
  )
}

const anyCurrency = { value: '', label: 'Any' }
const currencyChoices = [
  anyCurrency,
  ...currencies.map(({ code, name }) => ({ value: code, label: `${code.toUpperCase()} · ${name}` })),
]

type FormProps = Pick<Props, 'filter' | 'formTitle' | 'onFilter'> & { readonly onDone: () => void }

function FilterForm({ filter, formTitle, onFilter, onDone }: FormProps) {
  const [chosen, setChosen] = useState(() => ({
    form: filter.form ?? '',
    price: filter.price ?? '',
    status: filter.status ?? '',
    kind: filter.kind ?? '',
    subscription: filter.subscription ?? '',
    currency: filter.currency ?? '',
  }))
  const choice = useDays({ from: filter.from ?? '', to: filter.to ?? '' })
  const prices = usePriceChoices(chosen.form, filter.price)
  const pick = (name: keyof typeof chosen) => (value: string) => setChosen({ ...chosen, [name]: value })
  return (
    <form
      noValidate
      aria-label="Filter purchases"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (choice.isTurned) return
        const { from, to } = choice.days
        onFilter(readSaleFilter(new URLSearchParams({ ...chosen, from, to })))
        onDone()
      }}
    >
      <FormCombobox
        label="Form"
        value={chosen.form}
        title={formTitle}
        onChange={(form) => setChosen({ ...chosen, form, price: '' })}
      />
      {prices !== undefined && (
        <Select
          label="Price"
          value={chosen.price}
          onChange={(event) => pick('price')(event.target.value)}
          options={prices}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label="Status"
          value={chosen.status}
          onChange={(event) => pick('status')(event.target.value)}
          options={statusChoices}
        />
        <Select
          label="Kind"
          value={chosen.kind}
          onChange={(event) => pick('kind')(event.target.value)}
          options={kindChoices}
        />
        <Combobox
          label="Currency"
          options={currencyChoices}
          value={chosen.currency}
          onChange={pick('currency')}
        />
        <Select
          label="Subscription"
          value={chosen.subscription}
          onChange={(event) => pick('subscription')(event.target.value)}
          options={subscriptionChoices}
        />
      </div>
      <DaysFields
        choice={choice}
        hint={
          chosen.status === 'returned'
            ? 'The days on which the money went back, in your time zone.'
            : 'A purchase counts on the day it was paid, or else made, in your time zone.'
        }
      />
      <DialogActions label="Show purchases" isBusy={false} onCancel={onDone} />
    </form>
  )
}
