import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { currencies } from '#foundation/money/currencies.ts'
import { formsContract } from '#selling/forms/contract.ts'
import { Combobox } from '#web/kit/combobox.tsx'
import { DialogActions } from '#web/kit/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { readAll } from '#web/kit/read-all.ts'
import { Select } from '#web/kit/select.tsx'
import { DaysFields, useDays } from '../days-fields.tsx'
import { kindChoices, statusChoices, subscriptionChoices } from './filter-words.ts'
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
    status: filter.status ?? '',
    kind: filter.kind ?? '',
    subscription: filter.subscription ?? '',
    currency: filter.currency ?? '',
  }))
  const choice = useDays({ from: filter.from ?? '', to: filter.to ?? '' })
  const forms = useFormChoices(filter.form, formTitle)
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
      {forms !== undefined && (
        <Combobox label="Form" options={forms} value={chosen.form} onChange={pick('form')} />
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

function useForms() {
  const mayList = useMayCall()(formsContract.listForms)
  const { data } = useQuery({
    queryKey: ['forms', 'choices'],
    queryFn: ({ signal }) =>
      readAll((page) => call(formsContract.listForms, { query: { limit: 0, page }, signal })),
    enabled: mayList,
  })
  return { data, mayList }
}

/** The currency of all forms; undefined where they have several, or it is not known. */
export function useOnlyCurrency(): string | undefined {
  const found = new Set(useForms().data?.map(({ currency }) => currency))
  return found.size === 1 ? [...found][0] : undefined
}

/** The forms to choose from; undefined for who may not see forms. */
export function useFormChoices(present: string | undefined, title: string | undefined) {
  const { data = [], mayList } = useForms()
  if (!mayList) return undefined
  const listed = data.map((form) => ({ value: form.id, label: form.title }))
  // One that was deleted, or is not loaded yet, stays chosen.
  const isMissing = present !== undefined && listed.every(({ value }) => value !== present)
  return [
    { value: '', label: 'Any' },
    ...(isMissing ? [{ value: present, label: title ?? 'One form' }] : []),
    ...listed,
  ]
}
